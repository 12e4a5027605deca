import { paths } from '#src/paths.ts'

export interface RedirectRow {
  from: string
  /** Target; `:id` is replaced by the id in the path or in `?id=` of the old address. */
  to: string
  /** Target if the address contains no id. */
  bare?: string
}

const instanceList = { bare: paths.containerInstances }

/** All redirects of requirements §2; unknown addresses use the row `*`. */
export const redirects: readonly RedirectRow[] = [
  { from: paths.root, to: paths.home() },
  { from: paths.community, to: paths.communityImages },
  // whitelisted in requirements §6, but without a page among its routes
  { from: '/community/model', to: paths.communityImages },
  { from: '/community/model/detail', to: paths.communityImages },
  { from: paths.console, to: paths.dataOverview },
  { from: paths.containerInstanceDetail, to: paths.containerInstancePattern, ...instanceList },
  { from: paths.containerInstanceMonitor, to: `${paths.containerInstancePattern}?tab=monitor`, ...instanceList },
  { from: paths.containerInstanceMonitorPattern, to: `${paths.containerInstancePattern}?tab=monitor` },
  { from: paths.cost, to: paths.incomeDetail },
  { from: paths.account, to: paths.accountSecurity },
  { from: paths.notice, to: paths.messages },
  { from: paths.images, to: paths.privateImages },
  { from: paths.myDataSetGroup, to: paths.myDataSets },
  { from: paths.largeModelApi, to: paths.accessApi },
  { from: paths.operator, to: '/operator/panel' },
  { from: '*', to: paths.home() },
]

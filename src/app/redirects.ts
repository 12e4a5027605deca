import { paths } from '#src/paths.ts'

export interface RedirectRow {
  from: string
  /** `:id` is the row that the old address names, in its path or as `?id=`. */
  to: string
  /** Where the address goes when it names no row. */
  bare?: string
}

const instanceList = { bare: paths.containerInstances }

/** Every "X goes to Y" of requirements §2; unknown addresses go where `*` goes. */
export const redirects: readonly RedirectRow[] = [
  { from: paths.root, to: paths.home() },
  { from: paths.community, to: paths.communityImages },
  // the whitelist of requirements §6 names them, its routes have no page for them
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

import { paths } from '#src/paths.ts'

export interface RedirectRow {
  from: string
  /** `:id` is the row that the old address names, in its path or as `?id=`. */
  to: string
  /** Where the address goes when it names no row. */
  bare?: string
}

const instance_list = { bare: paths.container_instances }

/** Every "X goes to Y" of spec §2; unknown addresses go where `*` goes. */
export const redirects: readonly RedirectRow[] = [
  { from: paths.root, to: paths.home() },
  { from: paths.community, to: paths.community_images },
  // the whitelist of spec §6 names them, its routes have no page for them
  { from: '/community/model', to: paths.community_images },
  { from: '/community/model/detail', to: paths.community_images },
  { from: paths.console, to: paths.data_overview },
  { from: paths.container_instance_detail, to: paths.container_instance_pattern, ...instance_list },
  { from: paths.container_instance_monitor, to: `${paths.container_instance_pattern}?tab=monitor`, ...instance_list },
  { from: paths.container_instance_monitor_pattern, to: `${paths.container_instance_pattern}?tab=monitor` },
  { from: paths.cost, to: paths.income_detail },
  { from: paths.account, to: paths.account_security },
  { from: paths.notice, to: paths.messages },
  { from: paths.images, to: paths.private_images },
  { from: paths.my_data_set_group, to: paths.my_data_sets },
  { from: paths.large_model_api, to: paths.access_api },
  { from: paths.operator, to: '/operator/panel' },
  { from: '*', to: paths.home() },
]

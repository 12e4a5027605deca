import { paths } from '#src/paths.ts'

/** Every "X goes to Y" of spec §2; unknown addresses go where `*` goes. */
export const redirects: readonly { from: string; to: string }[] = [
  { from: paths.root, to: paths.home() },
  { from: paths.community, to: paths.community_images },
  // the whitelist of spec §6 names them, its routes have no page for them
  { from: '/community/model', to: paths.community_images },
  { from: '/community/model/detail', to: paths.community_images },
  { from: paths.console, to: paths.data_overview },
  { from: paths.container_instance_detail, to: paths.container_instances },
  { from: paths.container_instance_monitor, to: paths.container_instances },
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

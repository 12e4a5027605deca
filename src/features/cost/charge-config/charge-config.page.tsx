import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

export default definePage({
  name: 'charge-config',
  label: '计费设置',
  path: paths.charge_config,
  nav: { group: 'cost', order: 80, icon: <Icon name="sliders" /> },
  load: () => import('./ChargeConfig.tsx'),
})

import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'charge-config',
  label: '计费设置',
  path: paths.charge_config,
  nav: { group: 'cost', order: 80, icon: <Icon name="sliders" /> },
  load: () => import('./ChargeConfig.tsx'),
})

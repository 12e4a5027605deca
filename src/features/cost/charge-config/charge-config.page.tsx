import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'charge-config',
  label: '计费设置',
  path: paths.chargeConfig,
  nav: { section: 'cost', order: 40 },
  load: () => import('./ChargeConfig.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'recharge',
  label: '充值',
  path: paths.recharge,
  nav: { section: 'cost', order: 20 },
  access: 'main', // requirements §6: sub-accounts cannot recharge
  load: () => import('./RechargePage.tsx'),
})

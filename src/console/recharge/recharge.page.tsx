import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'recharge',
  label: '充值',
  path: paths.recharge,
  nav: { group: 'cost', order: 10, icon: <Icon name="wallet" /> },
  access: 'main', // spec §6: sub-accounts cannot recharge
  load: () => import('./RechargePage.tsx'),
})

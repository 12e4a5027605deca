import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'account-security',
  label: '账户安全',
  path: paths.account_security,
  nav: { group: 'account', order: 20, icon: <Icon name="shield" /> },
  load: () => import('./AccountSecurityPage.tsx'),
})

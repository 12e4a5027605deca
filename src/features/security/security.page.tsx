import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'account-security',
  label: '账户安全',
  path: paths.accountSecurity,
  nav: { section: 'settings', order: 30 },
  load: () => import('./AccountSecurityPage.tsx'),
})

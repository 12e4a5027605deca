import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'account-message',
  label: '账户信息',
  path: paths.accountMessage,
  nav: { section: 'settings', order: 10 },
  load: () => import('./AccountMessage.tsx'),
})

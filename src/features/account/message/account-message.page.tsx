import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

export default definePage({
  name: 'account-message',
  label: '账户信息',
  path: paths.account_message,
  nav: { group: 'account', order: 10, icon: <Icon name="user" /> },
  load: () => import('./AccountMessage.tsx'),
})

import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'account-message',
  label: '账户信息',
  path: paths.account_message,
  nav: { group: 'account', order: 10, icon: <Icon name="user" /> },
  load: () => import('./AccountMessage.tsx'),
})

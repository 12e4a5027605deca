import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'account-info',
  label: '基本信息',
  path: paths.account_info,
  nav: { group: 'account', order: 30, icon: <Icon name="user" /> },
  load: () => import('./AccountInfoPage.tsx'),
})

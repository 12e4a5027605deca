import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'account-info',
  label: '基本信息',
  path: paths.accountInfo,
  nav: { section: 'settings', order: 20 },
  load: () => import('./AccountInfoPage.tsx'),
})

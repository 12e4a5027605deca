import { definePage } from '#src/admin/define-page.ts'
import { operator_paths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-home-message',
  label: '顶部消息',
  path: operator_paths.home_message,
  access: 'operator_admin',
  nav: { group: 'site', order: 30, icon: 'bell' },
  load: () => import('./HomeMessageEditor.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { operatorPaths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-home-message',
  label: '顶部消息',
  path: operatorPaths.homeMessage,
  access: 'operator_admin',
  nav: { section: 'site', order: 30 },
  load: () => import('./HomeMessageEditor.tsx'),
})

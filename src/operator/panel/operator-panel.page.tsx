import { definePage } from '#src/admin/define-page.ts'
import { operator_paths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-panel',
  label: '利用率',
  path: operator_paths.panel,
  access: 'operator',
  nav: { group: 'office', order: 10, icon: 'gauge' },
  load: () => import('./OperatorPanel.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { operatorPaths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-panel',
  label: '工作台',
  path: operatorPaths.panel,
  access: 'operator',
  nav: { group: 'office', order: 10, icon: 'gauge' },
  load: () => import('./OperatorPanel.tsx'),
})

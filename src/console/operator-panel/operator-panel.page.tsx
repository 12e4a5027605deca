import { Icon } from '#src/kit/Icon.tsx'
import { operator_paths } from '#src/operator-paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'operator-panel',
  label: '利用率',
  path: operator_paths.panel,
  access: 'operator',
  nav: { group: 'office', order: 10, icon: <Icon name="gauge" /> },
  load: () => import('./OperatorPanel.tsx'),
})

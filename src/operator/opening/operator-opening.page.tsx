import { definePage } from '#src/admin/define-page.ts'
import { operatorPaths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-opening',
  label: '开业清单',
  path: operatorPaths.opening,
  access: 'operator',
  nav: { group: 'platform', order: 5, icon: 'check' },
  load: () => import('./OpeningChecklist.tsx'),
})

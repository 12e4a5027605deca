import { definePage } from '#src/admin/define-page.ts'
import { operator_paths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-finance',
  label: '财务概览',
  path: operator_paths.finance,
  access: 'operator_finance',
  nav: { group: 'money', order: 5, icon: 'gauge' },
  load: () => import('./OperatorFinance.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { operatorPaths } from '#src/operator/paths.ts'

export default definePage({
  name: 'operator-finance',
  label: '财务概览',
  path: operatorPaths.finance,
  access: 'operator_finance',
  nav: { section: 'finance', order: 10 },
  load: () => import('./OperatorFinance.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'cost-overview',
  label: '费用总览',
  path: paths.costOverview,
  nav: { group: 'cost', order: 5, icon: 'chart' },
  load: () => import('./CostOverviewPage.tsx'),
})

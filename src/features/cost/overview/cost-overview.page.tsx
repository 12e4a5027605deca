import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'cost-overview',
  label: '费用总览',
  path: paths.costOverview,
  nav: { section: 'cost', order: 10, tab: '总览' },
  load: () => import('./CostOverviewPage.tsx'),
})

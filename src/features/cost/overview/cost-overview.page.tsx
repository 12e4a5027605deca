import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

export default definePage({
  name: 'cost-overview',
  label: '费用总览',
  path: paths.cost_overview,
  nav: { group: 'cost', order: 5, icon: <Icon name="chart" /> },
  load: () => import('./CostOverview.tsx'),
})

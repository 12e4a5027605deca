import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'cost-overview',
  label: '费用总览',
  path: paths.cost_overview,
  nav: { group: 'cost', order: 5, icon: <Icon name="chart" /> },
  load: () => import('./CostOverview.tsx'),
})

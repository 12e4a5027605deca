import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'data-overview',
  label: '总览',
  path: paths.dataOverview,
  nav: { group: 'overview', order: 10, icon: 'gauge' },
  load: () => import('./DataOverview.tsx'),
})

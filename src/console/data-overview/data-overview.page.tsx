import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'data-overview',
  label: '总览',
  path: paths.data_overview,
  nav: { group: 'overview', order: 10, icon: <Icon name="gauge" /> },
  load: () => import('./DataOverview.tsx'),
})

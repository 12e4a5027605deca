import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'release-data-set',
  label: '发布数据集',
  path: paths.releaseDataSet,
  nav: { section: 'datasets', order: 40, tab: false },
  load: () => import('./ReleaseDatasetPage.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'release-data-set',
  label: '发布数据集',
  path: paths.releaseDataSet,
  nav: { group: 'data', order: 23, icon: 'upload' },
  load: () => import('./ReleaseDatasetPage.tsx'),
})

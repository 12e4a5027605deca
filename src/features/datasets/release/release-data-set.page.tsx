import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

export default definePage({
  name: 'release-data-set',
  label: '发布数据集',
  path: paths.release_data_set,
  nav: { group: 'data', order: 23, icon: <Icon name="upload" /> },
  load: () => import('./ReleaseDataSet.tsx'),
})

import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'release-data-set',
  label: '发布数据集',
  path: paths.release_data_set,
  nav: { group: 'data', order: 23, icon: <Icon name="upload" /> },
  load: () => import('./ReleaseDataSet.tsx'),
})

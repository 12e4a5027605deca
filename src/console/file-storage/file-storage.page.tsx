import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'file-storage',
  label: '文件存储',
  path: paths.file_storage,
  nav: { group: 'data', order: 10, icon: <Icon name="folder" /> },
  load: () => import('./FileStorage.tsx'),
})

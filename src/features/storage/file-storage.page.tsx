import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

export default definePage({
  name: 'file-storage',
  label: '文件存储',
  path: paths.file_storage,
  nav: { group: 'data', order: 10, icon: <Icon name="folder" /> },
  load: () => import('./FileStorage.tsx'),
})

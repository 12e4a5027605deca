import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'file-storage',
  label: '文件存储',
  path: paths.fileStorage,
  nav: { group: 'compute', order: 40, icon: 'folder' },
  load: () => import('./FileStorage.tsx'),
})

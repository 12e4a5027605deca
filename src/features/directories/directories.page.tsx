import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'own-directories',
  label: '组织登录',
  path: paths.ownDirectories,
  nav: { section: 'settings', order: 70 },
  access: 'main',
  load: () => import('./OwnDirectoriesPage.tsx'),
})

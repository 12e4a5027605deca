import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'invitation',
  label: '邀请好友',
  path: paths.invitation,
  nav: { section: 'settings', order: 70 },
  access: 'main',
  load: () => import('./Invitation.tsx'),
})

import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'invitation',
  label: '邀请好友',
  path: paths.invitation,
  nav: { group: 'account', order: 70, icon: <Icon name="gift" /> },
  access: 'main',
  load: () => import('./Invitation.tsx'),
})

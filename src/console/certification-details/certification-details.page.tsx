import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'certification-details',
  label: '实名认证',
  path: paths.certification_details,
  nav: { group: 'account', order: 40, icon: <Icon name="id_card" /> },
  load: () => import('./CertificationDetails.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'certification-details',
  label: '实名认证',
  path: paths.certificationDetails,
  nav: { group: 'account', order: 40, icon: 'id_card' },
  load: () => import('./CertificationDetails.tsx'),
})

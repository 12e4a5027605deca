import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'certification-details',
  label: '实名认证',
  path: paths.certificationDetails,
  nav: { section: 'settings', order: 40 },
  load: () => import('./CertificationDetails.tsx'),
})

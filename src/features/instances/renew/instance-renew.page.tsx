import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'instance-renew',
  label: '续费',
  path: paths.instanceRenewPattern,
  load: () => import('./InstanceRenew.tsx'),
})

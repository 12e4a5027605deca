import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'instance-renew',
  label: '续费',
  path: paths.instance_renew_pattern,
  load: () => import('./InstanceRenew.tsx'),
})

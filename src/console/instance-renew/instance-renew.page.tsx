import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'instance-renew',
  label: '续费',
  path: paths.instance_renew_pattern,
  load: () => import('./InstanceRenew.tsx'),
})

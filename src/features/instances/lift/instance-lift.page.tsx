import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'instance-lift',
  label: '升降配置',
  path: paths.instance_lift_pattern,
  load: () => import('./InstanceLift.tsx'),
})

import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'instance-lift',
  label: '升降配置',
  path: paths.instanceLiftPattern,
  load: () => import('./InstanceLift.tsx'),
})

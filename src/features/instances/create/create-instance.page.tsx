import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'create-instance',
  label: '创建实例',
  path: paths.create_instance(),
  parent: { label: '容器实例', to: paths.container_instances },
  load: () => import('./CreateInstance.tsx'),
})

import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'already-instance',
  label: '参与活动',
  path: paths.already_instance(),
  parent: { label: '容器实例', to: paths.container_instances },
  load: () => import('./AlreadyInstance.tsx'),
})

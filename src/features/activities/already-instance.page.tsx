import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'already-instance',
  label: '参与活动',
  path: paths.already_instance(),
  parent: { label: '容器实例', to: paths.container_instances },
  load: () => import('./ActivityOfferPage.tsx'),
})

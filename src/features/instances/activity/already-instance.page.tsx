import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'already-instance',
  label: '参与活动',
  path: paths.alreadyInstance(),
  parent: { label: '容器实例', to: paths.containerInstances },
  load: () => import('./ActivityOfferPage.tsx'),
})

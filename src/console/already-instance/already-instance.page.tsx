import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'already-instance',
  label: '参与活动',
  path: paths.already_instance(),
  load: () => import('./AlreadyInstance.tsx'),
})

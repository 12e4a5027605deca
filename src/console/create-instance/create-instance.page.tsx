import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'create-instance',
  label: '创建实例',
  path: paths.create_instance(),
  load: () => import('./CreateInstance.tsx'),
})

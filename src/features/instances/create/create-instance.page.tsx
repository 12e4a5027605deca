import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'create-instance',
  label: '创建实例',
  path: paths.createInstance(),
  parent: { label: '容器实例', to: paths.containerInstances },
  inPalette: true,
  load: () => import('./CreateInstance.tsx'),
})

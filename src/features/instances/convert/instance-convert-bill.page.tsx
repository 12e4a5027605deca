import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'instance-convert-bill',
  label: '转换计费',
  path: paths.instanceConvertBillPattern,
  load: () => import('./InstanceConvertBill.tsx'),
})

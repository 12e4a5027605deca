import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'invoicing',
  label: '申请开票',
  path: paths.invoicing,
  access: 'main', // product §6: sub-accounts cannot invoice
  load: () => import('./Invoicing.tsx'),
})

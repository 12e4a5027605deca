import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'invoicing',
  label: '申请开票',
  path: paths.invoicing,
  parent: { label: '发票管理', to: paths.invoices },
  access: 'main', // product §6: sub-accounts cannot invoice
  load: () => import('./Invoicing.tsx'),
})

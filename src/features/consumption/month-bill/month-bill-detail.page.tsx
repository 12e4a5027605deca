import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'month-bill-detail',
  label: '月账单',
  path: paths.monthBillDetail,
  nav: { group: 'model', order: 30, icon: 'receipt' },
  access: 'tencent',
  load: () => import('./MonthBill.tsx'),
})

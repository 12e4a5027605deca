import { definePage } from '#src/admin/define-page.ts'
import { paths } from '#src/paths.ts'

export default definePage({
  name: 'month-bill-detail',
  label: '月账单',
  path: paths.monthBillDetail,
  nav: { section: 'models', order: 30 },
  access: 'tencent',
  load: () => import('./MonthBill.tsx'),
})

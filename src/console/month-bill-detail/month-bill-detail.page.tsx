import { Icon } from '#src/kit/Icon.tsx'
import { paths } from '#src/paths.ts'
import { definePage } from '../define-page.ts'

export default definePage({
  name: 'month-bill-detail',
  label: '月账单',
  path: paths.month_bill_detail,
  nav: { group: 'model', order: 30, icon: <Icon name="receipt" /> },
  access: 'tencent',
  load: () => import('./MonthBill.tsx'),
})

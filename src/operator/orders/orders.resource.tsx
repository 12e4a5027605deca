import { chargeRules } from '#contract/instances.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { orderKinds, orderStatuses } from '#contract/orders.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'

/** All orders, with the price version of the sale. */
export default defineResource({
  name: 'operator-orders',
  label: '全部订单',
  meaning: '订单保持成交时的价格版本，之后的调价不改变它。',
  path: operatorPaths.orders,
  nav: { section: 'payments', order: 10 },
  api: { list: operatorOrders.list, one: operatorOrders.get, history: operatorAudit.history },
  title: (order) => order.title,
  columns: [
    { field: 'title', title: '内容' },
    { field: 'kind', title: '类型', type: 'word', words: orderKinds },
    { field: 'owner', title: '用户', text: ({ owner }) => owner.nickname },
    { field: 'charge_rule', title: '计费方式', type: 'word', words: chargeRules },
    { field: 'price_version', title: '价格版本', text: ({ price_version: priceVersion }) => `第 ${priceVersion} 版` },
    { field: 'status', title: '状态', type: 'word', words: orderStatuses },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'id', title: '订单编号', type: 'copy', label: '复制订单编号' },
    { field: 'created_at', title: '下单时间', type: 'time' },
  ],
  details: [
    { field: 'refundable', title: '还可退（元）', type: 'yuan' },
    { field: 'paid_at', title: '支付时间', type: 'time' },
  ],
  filters: { status: { label: '状态', options: orderStatuses }, kind: { label: '类型', options: orderKinds } },
  search: '订单编号、内容或用户',
  pages: { show: () => import('./OperatorOrderShow.tsx') },
  empty: { title: '还没有订单', hint: '用户下单后出现在这里。', action: null },
})

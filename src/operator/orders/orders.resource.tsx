import { charge_rules } from '#contract/instances.ts'
import { operator_audit } from '#contract/operator/audit.ts'
import { operator_orders } from '#contract/operator/money.ts'
import { order_kinds, order_statuses } from '#contract/orders.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operator_paths } from '#src/operator/paths.ts'

/** Everything that was ordered, with the price version it was sold at. */
export default defineResource({
  name: 'operator-orders',
  label: '全部订单',
  meaning: '订单保持成交时的价格版本，之后的调价不改变它。',
  path: operator_paths.orders,
  nav: { group: 'money', order: 20, icon: 'receipt' },
  api: { list: operator_orders.list, one: operator_orders.get, history: operator_audit.history },
  title: (order) => order.title,
  columns: [
    { field: 'title', title: '内容' },
    { field: 'kind', title: '类型', type: 'word', words: order_kinds },
    { field: 'owner', title: '用户', text: ({ owner }) => owner.nickname },
    { field: 'charge_rule', title: '计费方式', type: 'word', words: charge_rules },
    { field: 'price_version', title: '价格版本', text: ({ price_version }) => `第 ${price_version} 版` },
    { field: 'status', title: '状态', type: 'word', words: order_statuses },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'id', title: '订单编号', type: 'copy', label: '复制订单编号' },
    { field: 'created_at', title: '下单时间', type: 'time' },
  ],
  details: [
    { field: 'refundable', title: '还可退（元）', type: 'yuan' },
    { field: 'paid_at', title: '支付时间', type: 'time' },
  ],
  filters: { status: { label: '状态', options: order_statuses }, kind: { label: '类型', options: order_kinds } },
  search: '订单编号、内容或用户',
  pages: { show: () => import('./OperatorOrderShow.tsx') },
  empty: { title: '还没有订单', hint: '用户下单后出现在这里。', action: null },
})

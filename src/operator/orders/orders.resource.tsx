import type { EndpointData } from '#contract/endpoint.ts'
import { chargeRules } from '#contract/instances.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorOrders } from '#contract/operator/money.ts'
import { orderKinds, orderStatuses } from '#contract/orders.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { EntityLink } from '#src/operator/shared/EntityLink.tsx'

type Order = EndpointData<(typeof operatorOrders)['get']>

const formatInstance = ({ instance_id: id, instance_name: name, instance_released: released }: Order) =>
  id ? `${name ?? id}${released ? '（已释放）' : ''}` : '还没有'

/** The instance the order bought; one that was released has no page any more. */
function OrderInstance({ order }: { order: Order }) {
  if (!order.instance_id || order.instance_released) return formatInstance(order)
  return (
    <EntityLink kind="operator-instances" id={order.instance_id}>
      {formatInstance(order)}
    </EntityLink>
  )
}

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
    {
      field: 'owner',
      title: '用户',
      render: ({ owner }) => (
        <EntityLink kind="operator-users" id={owner.id}>
          {owner.nickname}
        </EntityLink>
      ),
      text: ({ owner }) => owner.nickname,
    },
    { field: 'charge_rule', title: '计费方式', type: 'word', words: chargeRules },
    { field: 'price_version', title: '价格版本', text: ({ price_version: priceVersion }) => `第 ${priceVersion} 版` },
    { field: 'status', title: '状态', type: 'word', words: orderStatuses },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'id', title: '订单编号', type: 'copy', label: '复制订单编号' },
    { field: 'created_at', title: '下单时间', type: 'time' },
  ],
  details: [
    {
      field: 'product',
      title: '产品',
      render: ({ product }) => (
        <EntityLink kind="operator-products" id={product.id}>
          {product.name}
        </EntityLink>
      ),
      text: ({ product }) => product.name,
    },
    { field: 'instance_id', title: '实例', render: (order) => <OrderInstance order={order} />, text: formatInstance },
    {
      field: 'entries',
      title: '总账',
      type: 'link',
      value: ({ charge_rule: rule }) => (rule === 'hour' ? '查看实例的分录' : '查看订单的分录'),
      // pay-as-you-go is posted for the instance, all else for the order
      to: ({ id, charge_rule: rule, instance_id: instanceId }) =>
        operatorPaths.entriesOf({ keyword: (rule === 'hour' && instanceId) || id }),
    },
    { field: 'refundable', title: '还可退（元）', type: 'yuan' },
    { field: 'paid_at', title: '支付时间', type: 'time' },
  ],
  filters: { status: { label: '状态', options: orderStatuses }, kind: { label: '类型', options: orderKinds } },
  search: '订单编号、内容或用户',
  pages: { show: () => import('./OperatorOrderShow.tsx') },
  empty: { title: '还没有订单', hint: '用户下单后出现在这里。', action: null },
})

import { Link } from 'react-router-dom'
import { chargeRules } from '#contract/instances.ts'
import { type Order, type OrderStatus, orderKinds, orderStatuses, orders } from '#contract/orders.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import pairCard from '#src/admin/list/pair-card.module.css'
import { paths } from '#src/paths.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './orders.resource.module.css'

const orderStatusStyles: StateStyles<OrderStatus> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  refunded: { icon: 'undo', tone: 'neutral' },
}

/** The state of an order: icon, word and colour. */
const OrderStatusTag = ({ status }: { status: OrderStatus }) => (
  <StateTag state={status} looks={orderStatusStyles} words={orderStatuses} />
)

const units = { day: '天', week: '周' } as const

/** Formats the billing rule: 按量计费, or 包周 2 周. */
const formatChargeRule = ({ charge_rule: chargeRule, quantity }: Pick<Order, 'charge_rule' | 'quantity'>): string =>
  chargeRule === 'hour' ? chargeRules.hour : `${chargeRules[chargeRule]} ${quantity} ${units[chargeRule]}`

/** Link to the instance that was bought. */
function OrderInstance({ order }: { order: Order }) {
  if (!order.instance_id) return '—'
  return <Link to={paths.containerInstance(order.instance_id)}>{order.instance_name ?? order.instance_id}</Link>
}

/** An order as a card on a phone. */
function OrderCard({ order }: { order: Order }) {
  return (
    <div className={pairCard.card}>
      <h2 className={pairCard.title}>
        <Link to={paths.myOrder(order.id)}>{order.title}</Link>
      </h2>
      <span className={styles.end}>
        <OrderStatusTag status={order.status} />
      </span>
      <span className={styles.quiet}>{formatChargeRule(order)}</span>
      <strong className={styles.end}>
        <YuanAmount amount={order.amount} as="price" />
      </strong>
      <span className={styles.quiet}>
        实例 <OrderInstance order={order} />
      </span>
      <span className={`${styles.quiet} ${styles.end}`}>
        <TimeText at={order.created_at} />
      </span>
    </div>
  )
}

/** Orders: what was bought, the amount, and the state (product §5). */
export default defineResource({
  name: 'orders',
  label: '我的订单',
  meaning: '包日、包周在下单时一次付清；按量计费下单不付款，运行后按秒计入收支明细。',
  path: paths.myOrders,
  nav: { section: 'bills', order: 30, tab: '订单' },
  api: { list: orders.list, one: orders.get },
  title: (order) => order.title,
  columns: [
    { field: 'title', title: '订单' },
    { field: 'status', title: '状态', type: 'status', words: orderStatuses, looks: orderStatusStyles },
    { field: 'amount', title: '金额（元）', type: 'yuan' },
    { field: 'charge_rule', title: '计费方式', text: formatChargeRule },
    {
      field: 'instance_name',
      title: '实例',
      render: (order) => <OrderInstance order={order} />,
      text: (order) => order.instance_name ?? '',
    },
    { field: 'created_at', title: '下单时间', type: 'time' },
  ],
  details: [
    { field: 'kind', title: '类型', type: 'word', words: orderKinds },
    { field: 'id', title: '订单编号', type: 'copy', label: '复制订单编号' },
    { field: 'paid_at', title: '支付时间', type: 'time' },
    { field: 'price_version', title: '价格版本', text: (order) => `第 ${order.price_version} 版，之后的调价不改变它` },
  ],
  card: (order) => <OrderCard order={order} />,
  filters: { status: { label: '状态', options: orderStatuses }, kind: { label: '类型', options: orderKinds } },
  search: '订单内容或编号',
  actions: [
    {
      name: 'pay',
      label: '去支付',
      allowed: ({ status }) => status === 'pending',
      whenOff: 'hidden',
      href: ({ id }) => paths.myOrder(id),
    },
    {
      name: 'cancel',
      label: '取消订单',
      allowed: ({ status }) => status === 'pending',
      whenOff: 'hidden',
      endpoint: orders.cancel,
      effect: '订单关闭，价格不再保留。没有扣过款，也没有占用 GPU。',
    },
  ],
  pages: { show: () => import('./OrderShow.tsx') },
  live: 'orders',
  empty: {
    title: '还没有订单',
    hint: '在算力市场选一张卡并创建实例，订单就会出现在这里。',
    action: <Link to={paths.market}>去算力市场</Link>,
  },
})

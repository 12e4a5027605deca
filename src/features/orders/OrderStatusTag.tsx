import { type OrderStatus, order_statuses } from '#contract/orders.ts'
import { type Looks, TagOf } from '#src/ui/StateTag.tsx'

export const order_looks: Looks<OrderStatus> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  refunded: { icon: 'undo', tone: 'neutral' },
}

/** The state of an order: icon, word and colour. */
export const OrderStatusTag = ({ status }: { status: OrderStatus }) => (
  <TagOf state={status} looks={order_looks} words={order_statuses} />
)

import { type OrderStatus, orderStatuses } from '#contract/orders.ts'
import { type StateStyles, StateTag } from '#src/ui/StateTag.tsx'

export const orderStatusStyles: StateStyles<OrderStatus> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  refunded: { icon: 'undo', tone: 'neutral' },
}

/** The state of an order: icon, word and colour. */
export const OrderStatusTag = ({ status }: { status: OrderStatus }) => (
  <StateTag state={status} looks={orderStatusStyles} words={orderStatuses} />
)

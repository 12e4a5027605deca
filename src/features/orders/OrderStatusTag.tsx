import { type OrderStatus, order_statuses } from '#contract/orders.ts'
import type { IconName } from '#src/ui/Icon.tsx'
import type { Tone } from '#src/ui/status-looks.ts'
import { Tag } from '#src/ui/Tag.tsx'

const looks: Record<OrderStatus, { icon: IconName; tone: Tone }> = {
  pending: { icon: 'clock', tone: 'warning' },
  paid: { icon: 'check', tone: 'primary' },
  done: { icon: 'check', tone: 'success' },
  cancelled: { icon: 'close', tone: 'neutral' },
  refunded: { icon: 'undo', tone: 'neutral' },
}

/** The state of an order: icon, word and colour. */
export function OrderStatusTag({ status }: { status: OrderStatus }) {
  return (
    <Tag icon={looks[status].icon} tone={looks[status].tone}>
      {order_statuses[status]}
    </Tag>
  )
}

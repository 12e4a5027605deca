import { Link } from 'react-router-dom'
import type { Order } from '#contract/orders.ts'
import { paths } from '#src/paths.ts'

/** The way to what was bought. */
export function OrderInstance({ order }: { order: Order }) {
  if (!order.instance_id) return '—'
  return <Link to={paths.containerInstance(order.instance_id)}>{order.instance_name ?? order.instance_id}</Link>
}

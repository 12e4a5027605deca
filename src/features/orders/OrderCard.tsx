import { Link } from 'react-router-dom'
import type { Order } from '#contract/orders.ts'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { formatChargeRule } from './charge-text.ts'
import styles from './OrderCard.module.css'
import { OrderInstance } from './OrderInstance.tsx'
import { OrderStatusTag } from './OrderStatusTag.tsx'

/** An order on a phone. */
export function OrderCard({ order }: { order: Order }) {
  return (
    <div className={styles.order}>
      <h2 className={styles.title}>
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

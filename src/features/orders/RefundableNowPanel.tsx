import { Link } from 'react-router-dom'
import type { OrderDetail } from '#contract/orders.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './RefundableNowPanel.module.css'

/** What would come back of the order now, how, and why: the rules in words with this order's own numbers. */
export function RefundableNowPanel({ order: { status, back_now: backNow, instance_id: instanceId } }: { order: OrderDetail }) {
  const some = Number(backNow.amount) > 0
  return (
    <PagePanel title="现在退订能退多少">
      <div className={styles.back}>
        <p className={styles.amount}>
          <YuanAmount amount={backNow.amount} as={some ? 'price' : 'plain'} />
          <span>{backNow.how}</span>
        </p>
        <p>{backNow.why}</p>
        {some && instanceId && status === 'done' && (
          <Link to={paths.instanceConvertBill({ id: instanceId })}>看转换计费的报价</Link>
        )}
      </div>
    </PagePanel>
  )
}

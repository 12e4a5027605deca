import { Link } from 'react-router-dom'
import type { OrderDetail } from '#contract/orders.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import { paths } from '#src/paths.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './RefundableNowPanel.module.css'

/** What would come back of the order now, how, and why: the rules in words with this order's own numbers. */
export function BackNow({ order: { status, back_now, instance_id } }: { order: OrderDetail }) {
  const some = Number(back_now.amount) > 0
  return (
    <Panel title="现在退订能退多少">
      <div className={styles.back}>
        <p className={styles.amount}>
          <Yuan amount={back_now.amount} as={some ? 'price' : 'plain'} />
          <span>{back_now.how}</span>
        </p>
        <p>{back_now.why}</p>
        {some && instance_id && status === 'done' && (
          <Link to={paths.instance_convert_bill({ id: instance_id })}>看转换计费的报价</Link>
        )}
      </div>
    </Panel>
  )
}

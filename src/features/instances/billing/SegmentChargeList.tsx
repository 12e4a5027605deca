import { Link } from 'react-router-dom'
import { paths } from '#src/paths.ts'
import { TimeText } from '#src/ui/TimeText.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './Billing.module.css'
import type { MeteredSegment } from './use-segments.ts'

/** The charges of one run, and where each stands in the ledger. */
export function SegmentChargeList({ segment }: { segment: MeteredSegment }) {
  if (!segment.charges.length) {
    return <p className={styles.charges}>还没有扣费。每满一小时，以及关机、释放、改价时结算一次。</p>
  }
  return (
    <table className={styles.charges}>
      <caption className="visually-hidden">逐笔扣费</caption>
      <thead>
        <tr>
          <th scope="col">结算时间</th>
          <th scope="col">计费秒</th>
          <th scope="col">金额（元）</th>
          <th scope="col">流水</th>
        </tr>
      </thead>
      <tbody>
        {segment.charges.map((charge) => (
          <tr key={charge.to_s}>
            <td>
              <TimeText at={charge.at} />
            </td>
            <td>
              {charge.from_s}–{charge.to_s}
            </td>
            <td>
              <YuanAmount amount={charge.amount} bare />
            </td>
            <td>{charge.transaction_id ? <Link to={paths.incomeDetail}>{charge.transaction_id}</Link> : '不足 1 分，未扣'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

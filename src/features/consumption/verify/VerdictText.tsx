import { Alert } from 'antd'
import { formatCount } from '#src/ui/format-count.ts'
import { formatTimeExact } from '#src/ui/format-time.ts'
import styles from './VerdictText.module.css'
import type { BillVerdict } from './verify-bill.ts'

/** Says whether the browser's recomputation matches, and lists the mismatches. */
export function VerdictText({ verdict: { faults, segments, seconds, total, settled } }: { verdict: BillVerdict }) {
  const sums = `共 ${segments} 段、${formatCount(seconds)} 秒，浏览器算得 ${total} 元，其中已结算 ${settled} 元。`
  if (!faults.length) {
    return <Alert type="success" showIcon message={`验算一致，与账单逐分相同。${sums}`} />
  }
  return (
    <Alert
      type="error"
      showIcon
      message={`验算不一致，有 ${faults.length} 处`}
      description={
        <>
          <p>{sums}请把下面的内容发给客服核对。</p>
          <ul className={styles.faults}>
            {faults.map(({ segment, what }) => (
              <li key={segment.id + what}>
                {formatTimeExact(segment.started_at)} 起：{what}
              </li>
            ))}
          </ul>
        </>
      }
    />
  )
}

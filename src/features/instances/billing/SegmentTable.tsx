import styles from './Billing.module.css'
import { SegmentRows } from './SegmentRows.tsx'
import type { MeteredSegment } from './use-segments.ts'

const amounts = ['秒数', '单价（元/小时）', '金额（元）', '已结算（元）']

/** The runs; units stand in the head. */
export function SegmentTable({ segments }: { segments: readonly MeteredSegment[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">计费分段</caption>
      <thead>
        <tr>
          <th scope="col">运行时段</th>
          {amounts.map((name) => (
            <th key={name} scope="col" className={styles.number}>
              {name}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">扣费</span>
          </th>
        </tr>
      </thead>
      {segments.map((segment) => (
        <SegmentRows key={segment.id} segment={segment} />
      ))}
    </table>
  )
}

import { type Consumption, consumption_kinds } from '#contract/consumption.ts'
import { Tag } from '#src/ui/ToneTag.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './ConsumptionCard.module.css'
import { What } from './ConsumptionSubject.tsx'
import { durationOf, kind_looks } from './consumption-display.ts'

/** A line of 消费明细 on a phone. */
export function ConsumptionCard({ row }: { row: Consumption }) {
  const { icon, tone } = kind_looks[row.kind]
  return (
    <div className={styles.line}>
      <h2>
        <What row={row} />
      </h2>
      <strong className={styles.end}>
        <Yuan amount={row.amount} />
      </strong>
      <span className={styles.when}>
        <Tag icon={icon} tone={tone}>
          {consumption_kinds[row.kind]}
        </Tag>
        {row.day}
      </span>
      <span className={`${styles.when} ${styles.end}`}>
        {row.seconds !== null && <span>用时 {durationOf(row)}</span>}
        {Number(row.voucher) > 0 && (
          <span>
            代金券 <Yuan amount={row.voucher} />
          </span>
        )}
      </span>
    </div>
  )
}

import { type Consumption, consumptionKinds } from '#contract/consumption.ts'
import { ToneTag } from '#src/ui/ToneTag.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ConsumptionCard.module.css'
import { ConsumptionSubject } from './ConsumptionSubject.tsx'
import { consumptionKindStyles, formatChargedTime } from './consumption-display.ts'

/** A line of 消费明细 on a phone. */
export function ConsumptionCard({ row }: { row: Consumption }) {
  const { icon, tone } = consumptionKindStyles[row.kind]
  return (
    <div className={styles.line}>
      <h2>
        <ConsumptionSubject row={row} />
      </h2>
      <strong className={styles.end}>
        <YuanAmount amount={row.amount} />
      </strong>
      <span className={styles.when}>
        <ToneTag icon={icon} tone={tone}>
          {consumptionKinds[row.kind]}
        </ToneTag>
        {row.day}
      </span>
      <span className={`${styles.when} ${styles.end}`}>
        {row.seconds !== null && <span>用时 {formatChargedTime(row)}</span>}
        {Number(row.voucher) > 0 && (
          <span>
            代金券 <YuanAmount amount={row.voucher} />
          </span>
        )}
      </span>
    </div>
  )
}

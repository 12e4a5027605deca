import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DailySpend.module.css'
import type { CostOverview } from './use-cost-overview.ts'

interface Props {
  active?: boolean
  payload?: readonly { payload?: CostOverview['days'][number] }[]
}

/** The figures of the day under the cursor. */
export function DayCard({ active, payload }: Props) {
  const day = payload?.[0]?.payload
  if (!active || !day) return null
  return (
    <div className={styles.card}>
      <strong>{day.day}</strong>
      <span data-series="usage">
        按量扣费 <YuanAmount amount={day.usage} />
      </span>
      <span data-series="orders">
        订单与其他 <YuanAmount amount={day.orders} />
      </span>
    </div>
  )
}

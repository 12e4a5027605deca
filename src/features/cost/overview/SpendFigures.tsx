import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { TopUp } from '#src/features/wallet/shared.ts'
import { paths } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './SpendFigures.module.css'
import type { CostOverview } from './use-cost-overview.ts'

function Figure({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  )
}

const toConsumptionPath = (from: string, to: string) => `${paths.consumption}?from=${from}&to=${to}`

/** Today, this month, the last 30 days; each opens to its rows. */
export function SpendFigures({ overview: { today, month, total, unsettled, forecast } }: { overview: CostOverview }) {
  const day = toShanghaiDay(new Date(getServerNow()))
  return (
    <dl className={styles.line}>
      <Figure
        name="今天"
        note={
          <>
            <Link to={toConsumptionPath(day, day)}>明细</Link> · 未结算 <YuanAmount amount={unsettled} />
          </>
        }
      >
        <YuanAmount amount={today} as="price" />
      </Figure>
      <Figure name="本月" note={<Link to={toConsumptionPath(`${day.slice(0, 8)}01`, day)}>明细</Link>}>
        <YuanAmount amount={month} />
      </Figure>
      <Figure name="近 30 天" note={<Link to={toConsumptionPath(addDays(day, -29), day)}>明细</Link>}>
        <YuanAmount amount={total} />
      </Figure>
      <Figure
        name="可用额度"
        note={
          <>
            余额减去未结算的，加上可用的代金券 · <TopUp />
          </>
        }
      >
        <YuanAmount amount={forecast.available} />
      </Figure>
    </dl>
  )
}

import { Link } from 'react-router-dom'
import { addDays, toShanghaiDay } from '#contract/day.ts'
import { parseYuanToFen } from '#contract/money.ts'
import { NamedFigure } from '#src/admin/NamedFigure.tsx'
import { getServerNow } from '#src/api/server-time.ts'
import { spendBasisNames } from '#src/features/cost/SpendBasisSwitch.tsx'
import { TopUp } from '#src/features/wallet/shared.ts'
import { paths, withQuery } from '#src/paths.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CostOverviewPage.module.css'
import type { CostOverview } from './use-cost-overview.ts'

type Period = CostOverview['periods'][number]

const toConsumptionPath = (from: string, to: string) => withQuery(paths.consumption, { from, to })

/** Formats a change as `+12.3%`; undefined if there is nothing positive to compare with. */
function formatChange({ amount, before }: Period): string | undefined {
  const [fen, beforeFen] = [parseYuanToFen(amount), parseYuanToFen(before)]
  if (beforeFen <= 0n || fen < 0n) return undefined
  const percent = (Number(fen - beforeFen) / Number(beforeFen)) * 100
  const text = `${Math.abs(percent).toFixed(1)}%`
  return text === '0.0%' ? '持平' : `${percent < 0 ? '−' : '+'}${text}`
}

/** What a period cost, and what as many days before it cost; both open their rows. */
function PeriodFigure({ period, today, basis }: { period: Period; today: string; basis: string }) {
  const { days, amount, before } = period
  const change = formatChange(period)
  const [from, to] = [addDays(today, 1 - 2 * days), addDays(today, -days)]
  return (
    <NamedFigure
      name={`近 ${days} 天${basis}`}
      note={
        <>
          <Link to={toConsumptionPath(addDays(today, 1 - days), today)}>明细</Link> · 前 {days} 天{' '}
          <Link to={toConsumptionPath(from, to)}>
            <YuanAmount amount={before} />
          </Link>
          {change && `，${change}`}
        </>
      }
    >
      <YuanAmount amount={amount} />
    </NamedFigure>
  )
}

/** Spending of today, this month and the last days beside those before; each figure links to its rows. */
export function SpendFigures({ overview: { today, month, periods, unsettled, forecast, packages } }: { overview: CostOverview }) {
  const day = toShanghaiDay(new Date(getServerNow()))
  const basis = packages.length > 0 ? `（${spendBasisNames.paid}）` : ''
  return (
    <dl className={styles.line}>
      <NamedFigure
        name="今天"
        note={
          <>
            <Link to={toConsumptionPath(day, day)}>明细</Link> · 未结算 <YuanAmount amount={unsettled} />
          </>
        }
      >
        <YuanAmount amount={today} as="price" />
      </NamedFigure>
      {periods.map((period) => (
        <PeriodFigure key={period.days} period={period} today={day} basis={basis} />
      ))}
      <NamedFigure
        name="本月"
        note={
          <>
            <Link to={toConsumptionPath(`${day.slice(0, 8)}01`, day)}>明细</Link> · <Link to={paths.whatIf}>省钱测算</Link>
          </>
        }
      >
        <YuanAmount amount={month} />
      </NamedFigure>
      <NamedFigure
        name="可用额度"
        note={
          <>
            <Link to={paths.incomeDetail}>明细</Link> · <TopUp /> · 余额减未结算，加代金券
          </>
        }
      >
        <YuanAmount amount={forecast.available} />
      </NamedFigure>
    </dl>
  )
}

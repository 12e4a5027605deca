import { type RunForecast, stopRules } from '#contract/guards.ts'
import { formatFenAsYuan, microPerFen, parseYuanToFen, parseYuanToMicro } from '#contract/money.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ForecastLines.module.css'
import { useInstanceForecast } from './use-guard.ts'

interface RunUntil {
  at: string
  price_hour: string
}

const hourMs = 3_600_000n

/** Computes the cost at another time from a forecast that the server computed. */
function computeAmountAt({ at, price_hour: priceHour }: RunUntil, reckoned: { at: string; amount: string }): string {
  const ms = BigInt(Date.parse(at) - Date.parse(reckoned.at))
  return formatFenAsYuan(parseYuanToFen(reckoned.amount) + (parseYuanToMicro(priceHour) * ms) / (hourMs * microPerFen))
}

const buildChosenLines = (until: RunUntil, { morning, rule }: RunForecast): [string, string][] => {
  const reckoned = morning ?? rule
  return reckoned ? [[`运行到 ${formatTime(until.at).slice(5)}`, computeAmountAt(until, reckoned)]] : []
}

/**
 * Shows the bill so far, if stopped now, and either by the selected time or by next morning and by the rule that stops the
 * instance.
 */
export default function ForecastLines({ id, until }: { id: string; until?: RunUntil | undefined }) {
  const { data } = useInstanceForecast(id)
  const lines: [string, string | undefined][] = [
    ['已扣费', data?.settled],
    ['现在关机，共计', data?.now],
  ]
  if (until && data) lines.push(...buildChosenLines(until, data))
  if (!until && data?.morning) lines.push([`运行到 ${formatTime(data.morning.at).slice(5)}`, data.morning.amount])
  if (!until && data?.rule)
    lines.push([`运行到 ${formatTime(data.rule.at).slice(5)} ${stopRules[data.rule.rule]}`, data.rule.amount])
  return (
    <dl className={styles.lines} aria-label="现在关机或继续运行的费用" aria-busy={!data}>
      {lines.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount === undefined ? '—' : <YuanAmount amount={amount} />}</dd>
        </div>
      ))}
    </dl>
  )
}

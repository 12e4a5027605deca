import { type Forecast, stop_rules } from '#contract/guards.ts'
import { fenOfYuan, micro_per_fen, microOfYuan, yuanOfFen } from '#contract/money.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './ForecastLines.module.css'
import { useForecast } from './use-guard.ts'

interface Until {
  at: string
  price_hour: string
}

const hour_ms = 3_600_000n

/** What it costs by another time, seen from one that the server has reckoned. */
function amountAt({ at, price_hour }: Until, reckoned: { at: string; amount: string }): string {
  const ms = BigInt(Date.parse(at) - Date.parse(reckoned.at))
  return yuanOfFen(fenOfYuan(reckoned.amount) + (microOfYuan(price_hour) * ms) / (hour_ms * micro_per_fen))
}

const chosenLine = (until: Until, { morning, rule }: Forecast): [string, string][] => {
  const reckoned = morning ?? rule
  return reckoned ? [[`运行到 ${formatTime(until.at).slice(5)}`, amountAt(until, reckoned)]] : []
}

/** What is billed by when: already, if it stops now, by the time that is being chosen, else by the next morning and the rule that stops it. */
export default function ForecastLines({ id, until }: { id: string; until?: Until | undefined }) {
  const { data } = useForecast(id)
  const lines: [string, string | undefined][] = [
    ['已扣费', data?.settled],
    ['现在关机，共计', data?.now],
  ]
  if (until && data) lines.push(...chosenLine(until, data))
  if (!until && data?.morning) lines.push([`运行到 ${formatTime(data.morning.at).slice(5)}`, data.morning.amount])
  if (!until && data?.rule)
    lines.push([`运行到 ${formatTime(data.rule.at).slice(5)} ${stop_rules[data.rule.rule]}`, data.rule.amount])
  return (
    <dl className={styles.lines} aria-label="现在关机或继续运行的费用" aria-busy={!data}>
      {lines.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amount === undefined ? '—' : <Yuan amount={amount} />}</dd>
        </div>
      ))}
    </dl>
  )
}

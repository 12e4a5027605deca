import { stop_rules } from '#contract/guards.ts'
import { formatTime } from '#src/kit/format-time.ts'
import { Yuan } from '#src/kit/Yuan.tsx'
import styles from './ForecastLines.module.css'
import { useForecast } from './use-guard.ts'

/** What is billed by when: already, if it stops now, by the next morning, by the rule that stops it. */
export default function ForecastLines({ id }: { id: string }) {
  const { data } = useForecast(id)
  const lines: [string, string | undefined][] = [
    ['已扣费', data?.settled],
    ['现在关机，共计', data?.now],
  ]
  if (data?.morning) lines.push([`运行到 ${formatTime(data.morning.at).slice(5)}`, data.morning.amount])
  if (data?.rule) lines.push([`运行到 ${formatTime(data.rule.at).slice(5)} ${stop_rules[data.rule.rule]}`, data.rule.amount])
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

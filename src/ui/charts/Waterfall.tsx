import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './Waterfall.module.css'

export interface WaterfallStep {
  name: string
  /** What the step adds, or takes if negative; for a `total`, the sum so far. */
  value: number
  total?: boolean
  to?: string
  /** Why the step is taken, in a few words. */
  note?: ReactNode
}

/** Computes where each bar begins and ends, in percent of the widest extent. */
export function computeWaterfallBars(
  steps: readonly Pick<WaterfallStep, 'value' | 'total'>[],
): { start: number; size: number }[] {
  let level = 0
  const spans = steps.map(({ value, total }) => {
    const from = total ? 0 : level
    level = total ? value : level + value
    return [Math.min(from, level), Math.max(from, level)] as const
  })
  const low = Math.min(0, ...spans.map(([from]) => from))
  const extent = Math.max(...spans.map(([, to]) => to), 0) - low || 1
  return spans.map(([from, to]) => ({ start: ((from - low) / extent) * 100, size: ((to - from) / extent) * 100 }))
}

/** How an amount comes about: each row adds or takes, the bar beside it begins where the one above ended. */
export function Waterfall({
  title,
  steps,
  formatValue,
}: {
  title: string
  steps: readonly WaterfallStep[]
  formatValue: (value: number) => ReactNode
}) {
  const bars = computeWaterfallBars(steps)
  return (
    <div className={styles.place}>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <tbody>
          {steps.map(({ name, value, total = false, to, note }, index) => (
            <tr key={name} data-total={total}>
              <th scope="row">
                {to ? <Link to={to}>{name}</Link> : name}
                {note && <small>{note}</small>}
              </th>
              <td className={styles.track} aria-hidden="true">
                <span
                  className={styles.bar}
                  data-kind={total ? 'total' : value < 0 ? 'taken' : 'added'}
                  style={{ insetInlineStart: `${bars[index]?.start ?? 0}%`, inlineSize: `${bars[index]?.size ?? 0}%` }}
                />
              </td>
              <td>{formatValue(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

import { type ChartData, type ChartDataRow, getChartColor } from './chart-data.ts'
import styles from './PlotCard.module.css'

interface Props extends Pick<ChartData, 'series' | 'formatValue'> {
  /** Whether the values of a row add up. */
  summed?: boolean
  /** Set by the chart. */
  active?: boolean
  payload?: readonly { payload?: ChartDataRow }[]
}

/** Values at the cursor of a plot. */
export function PlotCard({ series, formatValue, summed = false, active, payload }: Props) {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  // a zero among many says nothing
  const shown = series.flatMap((name, index) => {
    const value = row.values[index] ?? null
    return series.length > 2 && value === 0 ? [] : [{ name, index, value }]
  })
  return (
    <div className={styles.card}>
      <strong>{row.key}</strong>
      <dl>
        {shown.map(({ name, index, value }) => (
          <div key={name}>
            <dt>
              <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
                <rect width="8" height="8" rx="2" fill={getChartColor(index)} />
              </svg>
              {name}
            </dt>
            <dd>{value === null ? '—' : formatValue(value)}</dd>
          </div>
        ))}
        {summed && series.length > 1 && (
          <div>
            <dt>合计</dt>
            <dd>{formatValue(row.values.reduce<number>((sum, value) => sum + (value ?? 0), 0))}</dd>
          </div>
        )}
      </dl>
      {row.note && <span>{row.note}</span>}
    </div>
  )
}

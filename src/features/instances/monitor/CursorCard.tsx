import type { ChartRow } from './chart-rows.ts'
import { LineSwatch } from './LineSwatch.tsx'
import styles from './Monitor.module.css'
import { formatMetric } from './metric-text.ts'
import type { ChartLine } from './panels.ts'
import { formatMoment } from './time-ticks.ts'

interface Props {
  lines: readonly ChartLine[]
  step_seconds: number
  /** What the chart passes on. */
  active?: boolean
  payload?: readonly { payload?: ChartRow }[]
}

/** What the lines are at the cursor. */
export function CursorCard({ lines, step_seconds: stepSeconds, active, payload }: Props) {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  const seen = row.avg.some((value) => value !== null)
  return (
    <div className={styles.cursor}>
      <p>{formatMoment(row.at, stepSeconds)}</p>
      {seen ? (
        lines.map(({ key, name, color, dash, series }, index) => {
          const [value, band] = [row.avg[index] ?? null, row.band[index]]
          return (
            <p key={key} className={styles.cursorLine}>
              <LineSwatch color={color} dash={dash} />
              <span>{name}</span>
              <strong className={styles.reading}>{formatMetric(series.metric, value)}</strong>
              {band && band[1] > band[0] && <span className={styles.small}>最高 {formatMetric(series.metric, band[1])}</span>}
            </p>
          )
        })
      ) : (
        <p className={styles.small}>没有采样</p>
      )}
    </div>
  )
}

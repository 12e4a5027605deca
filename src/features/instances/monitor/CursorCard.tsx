import type { ChartRow } from './chart-rows.ts'
import { LineSign } from './LineSwatch.tsx'
import styles from './Monitor.module.css'
import { metricText } from './metric-text.ts'
import type { Line } from './panels.ts'
import { momentText } from './time-ticks.ts'

interface Props {
  lines: readonly Line[]
  step_seconds: number
  /** What the chart passes on. */
  active?: boolean
  payload?: readonly { payload?: ChartRow }[]
}

/** What the lines are at the cursor. */
export function CursorCard({ lines, step_seconds, active, payload }: Props) {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  const seen = row.avg.some((value) => value !== null)
  return (
    <div className={styles.cursor}>
      <p>{momentText(row.at, step_seconds)}</p>
      {seen ? (
        lines.map(({ key, name, color, dash, series }, index) => {
          const [value, band] = [row.avg[index] ?? null, row.band[index]]
          return (
            <p key={key} className={styles.cursorLine}>
              <LineSign color={color} dash={dash} />
              <span>{name}</span>
              <strong className={styles.reading}>{metricText(series.metric, value)}</strong>
              {band && band[1] > band[0] && <span className={styles.small}>最高 {metricText(series.metric, band[1])}</span>}
            </p>
          )
        })
      ) : (
        <p className={styles.small}>没有采样</p>
      )}
    </div>
  )
}

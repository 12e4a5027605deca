import { LineSign } from './LineSwatch.tsx'
import styles from './Monitor.module.css'
import { capacityText, metricText } from './metric-text.ts'
import type { Line } from './panels.ts'

/** More lines than this stand in rows. */
const few = 2

/** Each line's figure of now, large, and its least, mean and greatest of the time shown, small. */
export function Figures({ lines }: { lines: readonly Line[] }) {
  if (lines.length > few) return <FigureRows lines={lines} />
  return (
    <dl className={styles.figures}>
      {lines.map(({ key, name, color, dash, series: { metric, current, capacity, min, avg, max } }) => (
        <div key={key} className={styles.figure}>
          <dt>
            <LineSign color={color} dash={dash} />
            {name}
          </dt>
          <dd className={styles.now}>
            <strong>{metricText(metric, current)}</strong>
            <span className={styles.small}>{capacityText(metric, current, capacity)}</span>
          </dd>
          <dd className={styles.small}>
            最低 {metricText(metric, min)}，平均 {metricText(metric, avg)}，最高 {metricText(metric, max)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FigureRows({ lines }: { lines: readonly Line[] }) {
  const { metric, capacity } = lines[0]!.series
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          <th scope="col">{capacityText(metric, null, capacity)}</th>
          <th scope="col">现在</th>
          <th scope="col">最低</th>
          <th scope="col">平均</th>
          <th scope="col">最高</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, color, dash, series }) => (
          <tr key={key}>
            <th scope="row">
              <LineSign color={color} dash={dash} />
              {name}
            </th>
            <td className={styles.rowNow}>{metricText(metric, series.current)}</td>
            <td>{metricText(metric, series.min)}</td>
            <td>{metricText(metric, series.avg)}</td>
            <td>{metricText(metric, series.max)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

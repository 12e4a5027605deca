import { LineSwatch } from './LineSwatch.tsx'
import styles from './Monitor.module.css'
import { formatCapacity, formatMetric } from './metric-text.ts'
import type { ChartLine } from './panels.ts'

/** More lines than this stand in rows. */
const maxLargeFigures = 2

/** Each line's figure of now, large, and its least, mean and greatest of the time shown, small. */
export function MetricFigures({ lines }: { lines: readonly ChartLine[] }) {
  if (lines.length > maxLargeFigures) return <FigureRows lines={lines} />
  return (
    <dl className={styles.figures}>
      {lines.map(({ key, name, color, dash, series: { metric, current, capacity, min, avg, max } }) => (
        <div key={key} className={styles.figure}>
          <dt>
            <LineSwatch color={color} dash={dash} />
            {name}
          </dt>
          <dd className={styles.now}>
            <strong>{formatMetric(metric, current)}</strong>
            <span className={styles.small}>{formatCapacity(metric, current, capacity)}</span>
          </dd>
          <dd className={styles.small}>
            最低 {formatMetric(metric, min)}，平均 {formatMetric(metric, avg)}，最高 {formatMetric(metric, max)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FigureRows({ lines }: { lines: readonly ChartLine[] }) {
  const { metric, capacity } = lines[0]!.series
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          <th scope="col">{formatCapacity(metric, null, capacity)}</th>
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
              <LineSwatch color={color} dash={dash} />
              {name}
            </th>
            <td className={styles.rowNow}>{formatMetric(metric, series.current)}</td>
            <td>{formatMetric(metric, series.min)}</td>
            <td>{formatMetric(metric, series.avg)}</td>
            <td>{formatMetric(metric, series.max)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

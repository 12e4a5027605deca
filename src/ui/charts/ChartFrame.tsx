import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import styles from './ChartFrame.module.css'
import { type ChartData, getChartColor, getChartDash, getChartHatch } from './chart-data.ts'

const idleTimeoutMs = 2000

/** Returns true once the browser has nothing more urgent to do: a chart must not delay the page it stands on. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(() => setIdle(true))
      return () => clearTimeout(timer)
    }
    const handle = requestIdleCallback(() => setIdle(true), { timeout: idleTimeoutMs })
    return () => cancelIdleCallback(handle)
  }, [])
  return idle
}

/** Sign of a series in the legend: the hatch of its bars or the dash of its line. */
function SeriesSwatch({ series, line }: { series: number; line: boolean }) {
  const [color, dash] = [getChartColor(series), getChartDash(series)]
  return line ? (
    <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden="true">
      <line x2="24" y1="4" y2="4" stroke={color} strokeWidth="2" {...(dash && { strokeDasharray: dash })} />
    </svg>
  ) : (
    <svg width="12" height="12" viewBox="0 0 6 6" aria-hidden="true">
      <rect width="6" height="6" rx="1" fill={color} />
      <path d={getChartHatch(series)} className={styles.hatch} />
    </svg>
  )
}

const SeriesName = ({ name, to }: { name: string; to: string | undefined }) => (to ? <Link to={to}>{name}</Link> : name)

/** The rows of a chart as a table. */
function ChartTable({ title, rowHead, series, seriesTo, rows, formatValue }: ChartData) {
  const noted = rows.some(({ note }) => note)
  const linkOf = new Map(series.map((name, index) => [name, seriesTo?.[index]]))
  return (
    <section
      className={styles.scroll}
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard
      tabIndex={0}
    >
      <table className={styles.table}>
        <thead>
          <tr>
            {[rowHead, ...series, ...(noted ? ['说明'] : [])].map((head) => (
              <th key={head} scope="col">
                <SeriesName name={head} to={linkOf.get(head)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, values, to, note }) => (
            <tr key={key}>
              <th scope="row">{to ? <Link to={to}>{key}</Link> : key}</th>
              {series.map((name, index) => {
                const value = values[index] ?? null
                return <td key={name}>{value === null ? '—' : formatValue(value)}</td>
              })}
              {noted && <td>{note}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface Props extends ChartData {
  /** Height of the plot and of the table in px. */
  height: number
  /** Whether the series are drawn as lines. */
  line?: boolean
  /** Controls beside the legend. */
  extra?: ReactNode
  /** The plot; mounted once the page is idle. */
  children: ReactNode
}

/** Frame of a chart: legend, switch between picture and table, and the place of the plot, whose height never changes. */
export function ChartFrame({ height, line = false, extra, children, ...data }: Props) {
  const [asTable, setAsTable] = useState(false)
  const idle = useIdle()
  return (
    <figure className={styles.figure} aria-label={data.title}>
      <div className={styles.head}>
        {data.series.length > 1 && (
          <ul className={styles.legend}>
            {data.series.map((name, index) => (
              <li key={name}>
                <SeriesSwatch series={index} line={line} />
                <span className={styles.name}>
                  <SeriesName name={name} to={data.seriesTo?.[index]} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {extra}
        <button type="button" className={styles.switch} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '看图' : '看表格'}
        </button>
      </div>
      <div className={styles.plot} style={{ blockSize: height }}>
        {asTable ? <ChartTable {...data} /> : idle && <Suspense fallback={null}>{children}</Suspense>}
      </div>
    </figure>
  )
}

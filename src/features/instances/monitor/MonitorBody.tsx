import { Button } from 'antd'
import { memo, useMemo, useState } from 'react'
import { type InstanceStatus, instanceStatusCodes as s } from '#contract/instance-actions.ts'
import type { Monitor, MonitorEvent, MonitorSeries } from '#contract/monitor.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { SimulatedMark } from '#src/features/instances/SimulatedMark.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import {
  buildChartRows,
  type ChartRow,
  computeSampleSpacing,
  parseChartTimes,
  readChartRow,
  readPastLines,
  thinChartRows,
} from './chart-rows.ts'
import { LineSwatch } from './LineSwatch.tsx'
import { MetricChart } from './MetricChart.tsx'
import { MonitorTable } from './MonitorTable.tsx'
import { formatCapacity, formatMetric, keepTogether } from './metric-text.ts'
import styles from './monitor.module.css'
import type { ChartLine, PanelView } from './panels.ts'
import { formatBucket, formatMoment } from './time-ticks.ts'

interface FiguresProps {
  lines: readonly ChartLine[]
  /** What the large figure is: the latest value, or the mean of one bucket or of a time that is past. */
  large?: 'now' | 'bucket' | 'past'
}

const largeNames = { now: '现在', bucket: '此时', past: '平均' }

/** Longer names have no room beside four figures. */
const shortNameMax = 8

/** Figures of many lines, one row each. */
function FigureRows({ lines, large = 'now' }: FiguresProps) {
  const { metric, capacity } = lines[0]!.series
  const shared = lines.every(({ series }) => series.capacity === capacity)
  return (
    <table className={styles.rows} data-long={lines.some(({ name }) => name.length > shortNameMax)}>
      <thead>
        <tr>
          <th scope="col">{shared && formatCapacity(metric, null, capacity)}</th>
          <th scope="col">{largeNames[large]}</th>
          <th scope="col">最低</th>
          {large !== 'past' && <th scope="col">平均</th>}
          <th scope="col">最高</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, name, color, dash, series }) => (
          <tr key={key}>
            <th scope="row" title={name}>
              <LineSwatch color={color} dash={dash} />
              {name}
            </th>
            <td className={styles.rowNow}>{formatMetric(metric, series.current)}</td>
            <td>{formatMetric(metric, series.min)}</td>
            {large !== 'past' && <td>{formatMetric(metric, series.avg)}</td>}
            <td>{formatMetric(metric, series.max)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Minimum, mean and maximum; without the mean where it stands above in large type, and nothing of a gap. */
function formatExtremes({ metric, min, avg, max }: MonitorSeries, large: keyof typeof largeNames): string {
  if (large === 'bucket' && min === null) return ''
  const mean = large === 'now' ? [`平均 ${formatMetric(metric, avg)}`] : []
  return [`最低 ${formatMetric(metric, min)}`, ...mean, `最高 ${formatMetric(metric, max)}`].join('，')
}

/** Largest number of lines shown as large figures; more are shown as rows. */
const maxLargeFigures = 2

/** One value of each line in large type, minimum, mean and maximum of the displayed time in small type. */
function MetricFigures({ lines, large = 'now' }: FiguresProps) {
  if (lines.length > maxLargeFigures) return <FigureRows lines={lines} large={large} />
  return (
    <dl className={styles.figures}>
      {lines.map(({ key, name, color, dash, series }) => (
        <div key={key} className={styles.figure}>
          <dt>
            <LineSwatch color={color} dash={dash} />
            {name}
          </dt>
          <dd className={styles.now}>
            {large === 'past' && <span className={styles.small}>{largeNames.past}</span>}
            <strong>{formatMetric(series.metric, series.current)}</strong>
            <span className={styles.small}>{formatCapacity(series.metric, series.current, series.capacity)}</span>
          </dd>
          <dd className={`${styles.small} ${styles.extremes}`}>{keepTogether(formatExtremes(series, large))}</dd>
        </div>
      ))}
    </dl>
  )
}

interface PanelProps {
  panel: PanelView
  data: Monitor
  /** See `computeSampleSpacing`. */
  spacing: number
  /** The displayed time is over: the latest value is not of it. */
  past: boolean
}

/** One group of metrics: figures and chart. The figures are those at the cursor while there is one. */
const MetricPanel = memo(function MetricPanel({ panel, data, spacing, past }: PanelProps) {
  const [row, setRow] = useState<ChartRow>()
  const times = useMemo(() => parseChartTimes(data), [data])
  const { rows, step_seconds: stepSeconds } = useMemo(
    () => thinChartRows(buildChartRows(times, panel.lines), data.step_seconds, spacing),
    [times, panel.lines, data.step_seconds, spacing],
  )
  return (
    <section className={styles.panel} aria-label={panel.title}>
      <header className={styles.head}>
        <h2 className={styles.title}>{panel.title}</h2>
        {row && (
          <span className={styles.instant}>
            {formatBucket(row.at, stepSeconds)}
            {row.avg.every((value) => value === null) && '，没有采样'}
          </span>
        )}
      </header>
      <div className={styles.readings}>
        {past ? <MetricFigures lines={readPastLines(panel.lines)} large="past" /> : <MetricFigures lines={panel.lines} />}
        {row && <MetricFigures lines={readChartRow(panel.lines, row)} large="bucket" />}
      </div>
      <MetricChart
        panel={panel}
        rows={rows}
        from={times[0] ?? 0}
        to={Date.parse(data.to)}
        events={data.events}
        onCursor={setRow}
      />
    </section>
  )
})

const eventIcons: Record<MonitorEvent['kind'], IconName> = {
  start: 'play',
  stop: 'power',
  failure: 'warning',
  price: 'receipt',
}
const shownMax = 8

/** Events of the displayed time, newest first; the charts mark each with a vertical line. */
function ChartEvents({ events }: { events: readonly MonitorEvent[] }) {
  if (events.length === 0) return null
  const shown = events.slice(-shownMax).reverse()
  return (
    <ul className={styles.events} aria-label="这段时间里的事件">
      {shown.map(({ at, kind, title }) => (
        <li key={`${at}${title}`} data-kind={kind}>
          <Icon name={eventIcons[kind]} />
          <time dateTime={at}>{formatMoment(Date.parse(at), 60)}</time>
          {title}
        </li>
      ))}
      {events.length > shown.length && <li>还有 {events.length - shown.length} 个更早的事件</li>}
    </ul>
  )
}

/** Explains why there are no samples, and what comes next. */
function toEmptyText(status: InstanceStatus): { title: string; hint: string } {
  if (status === s.running) return { title: '正在等第一次采样', hint: '刚刚开始运行，每 15 秒采样一次，曲线马上出现。' }
  if (status === s.creating || status === s.starting)
    return { title: '还没有监控数据', hint: '进入「运行中」后每 15 秒采样一次，曲线会自己出现。' }
  return { title: '还没有监控数据', hint: '这台实例还没有运行过。开机后每 15 秒采样一次，保留 30 天。' }
}

interface Props {
  instance: InstanceDetail
  data: Monitor
  panels: readonly PanelView[]
  /** About the instance to compare with. */
  note: string | undefined
  /** Data of another time span is loading. */
  stale: boolean
  /** The chosen time, as a text: another one lets go of the cursor. */
  span: string
  /** The chosen time is over. */
  past: boolean
  table: boolean
  /** Switches to the longest time span. */
  onLonger: () => void
}

/** Charts, or the table, or the reason for missing data. */
export function MonitorBody({ instance, data, panels, note, stale, span, past, table, onLonger }: Props) {
  const spacing = useMemo(() => computeSampleSpacing(panels.flatMap(({ lines }) => lines)), [panels])
  if (!data.ever_sampled) return <EmptyState {...toEmptyText(instance.status)} />
  const seen = data.series.some(({ max }) => max !== null)
  return (
    <div className={styles.body} data-stale={stale} aria-busy={stale}>
      {!seen && (
        <p className={styles.note} role="status">
          这段时间没有采样：实例没有在运行。
          <Button type="link" size="small" onClick={onLonger}>
            看最近 30 天
          </Button>
        </p>
      )}
      {note && (
        <p className={styles.note} role="status">
          {note}
        </p>
      )}
      {table ? (
        <MonitorTable data={data} panels={panels} />
      ) : (
        <div className={styles.panels}>
          {panels.map((panel) => (
            <MetricPanel key={`${panel.key} ${span}`} panel={panel} data={data} spacing={spacing} past={past} />
          ))}
        </div>
      )}
      <ChartEvents events={data.events} />
      {data.simulated && (
        <p className={styles.note}>
          <SimulatedMark /> 由模拟器给出，没有真实的 GPU。
        </p>
      )}
    </div>
  )
}

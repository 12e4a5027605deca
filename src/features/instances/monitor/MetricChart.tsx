import { Area, CartesianGrid, ComposedChart, Line as Curve, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import type { MonitorEvent } from '#contract/monitor.ts'
import { formatDuration } from '#src/features/instances/instance-text.ts'
import { Measured } from '#src/ui/Measured.tsx'
import { buildChartRows, type ChartRow, chartHeight, computeAxisTop, isIsolatedPoint, thinChartRows } from './chart-rows.ts'
import { LineSwatch } from './LineSwatch.tsx'
import { formatMetric, keepTogether } from './metric-text.ts'
import styles from './monitor.module.css'
import type { ChartLine, PanelView } from './panels.ts'
import { computeTimeTicks, formatMoment, formatTick } from './time-ticks.ts'

interface CursorCardProps {
  lines: readonly ChartLine[]
  step_seconds: number
  /** Props passed by the chart library. */
  active?: boolean
  payload?: readonly { payload?: ChartRow }[]
}

/** `11-21 14:05`, and how long the bucket is if that is not plain from the time. */
const formatBucket = (at: number, stepSeconds: number): string =>
  `${formatMoment(at, stepSeconds)}${stepSeconds > 60 ? ` 起 ${formatDuration(stepSeconds)}` : ''}`

/** Values at the cursor; stands above the chart in place of the figures, so that the curve stays in sight. */
function CursorCard({ lines, step_seconds: stepSeconds, active, payload }: CursorCardProps) {
  const row = payload?.[0]?.payload
  if (!active || !row) return null
  const seen = row.avg.some((value) => value !== null)
  return (
    <div className={styles.cursor}>
      <p>{formatBucket(row.at, stepSeconds)}</p>
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

/** Draws the mean of one line; a value between two gaps is a dot. */
const renderCurve = (line: ChartLine, index: number, rows: readonly ChartRow[]) => (
  <Curve
    key={line.key}
    dataKey={(row: ChartRow) => row.avg[index]}
    name={line.name}
    stroke={line.color}
    strokeWidth={1.5}
    {...(line.dash && { strokeDasharray: line.dash })}
    isAnimationActive={false}
    connectNulls={false}
    activeDot={{ r: 3, fill: line.color, stroke: 'var(--color-surface)' }}
    dot={({ key, cx, cy, index: at }: { key?: unknown; cx?: number; cy?: number; index?: number }) =>
      at !== undefined && isIsolatedPoint(rows, at, index) ? (
        <circle key={String(key)} cx={cx} cy={cy} r={1.5} fill={line.color} />
      ) : (
        <g key={String(key)} />
      )
    }
  />
)

const pxPerTick = 64
const axisWidth = 62

interface Props {
  panel: PanelView
  times: readonly number[]
  step_seconds: number
  /** End of the displayed time, within the last bucket. */
  to: number
  events: readonly MonitorEvent[]
}

/** Chart of one panel; all charts share the time axis and the cursor. */
export function MetricChart({ panel: { title, lines }, times, step_seconds: stepSeconds, to, events }: Props) {
  const { rows, step_seconds: shownSeconds } = thinChartRows(buildChartRows(times, lines), stepSeconds)
  const from = times[0] ?? 0
  const top = computeAxisTop(lines)
  const metric = lines[0]!.series.metric
  return (
    <Measured className={styles.chart}>
      {(width) => (
        <ComposedChart
          width={width}
          height={chartHeight}
          data={rows}
          syncId="monitor"
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          title={`${title}曲线，左右方向键移动光标`}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="at"
            type="number"
            domain={[from, to]}
            ticks={computeTimeTicks(from, to, Math.max(2, Math.floor((width - axisWidth) / pxPerTick)))}
            tickFormatter={(at: number) => formatTick(at, to - from)}
            tickLine={false}
            stroke="var(--color-line-strong)"
            height={24}
            interval={0}
          />
          <YAxis
            domain={[0, top]}
            ticks={[0, top / 2, top]}
            tickFormatter={(value: number) => keepTogether(formatMetric(metric, value))}
            tickLine={false}
            axisLine={false}
            width={axisWidth}
          />
          {events.map(({ at, kind, title: what }) => (
            <ReferenceLine
              key={`${at}${what}`}
              x={Date.parse(at)}
              stroke={`var(--color-${kind === 'failure' ? 'danger' : 'line-strong'})`}
              strokeDasharray={kind === 'start' ? '4 2' : '1 3'}
            />
          ))}
          {lines.map((line, index) => (
            <Area
              key={`${line.key} band`}
              dataKey={(row: ChartRow) => row.band[index]}
              stroke="none"
              fill={line.color}
              fillOpacity={0.2}
              isAnimationActive={false}
              activeDot={false}
              connectNulls={false}
              tooltipType="none"
            />
          ))}
          {lines.map((line, index) => renderCurve(line, index, rows))}
          <Tooltip
            content={<CursorCard lines={lines} step_seconds={shownSeconds} />}
            position={{ x: 0, y: 0 }}
            cursor={{ stroke: 'var(--color-text-3)', strokeWidth: 1 }}
            isAnimationActive={false}
            filterNull={false}
            wrapperStyle={{ zIndex: 2, outline: 'none', width: '100%' }}
          />
        </ComposedChart>
      )}
    </Measured>
  )
}

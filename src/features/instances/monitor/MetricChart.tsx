import { memo, useEffect } from 'react'
import { Area, CartesianGrid, ComposedChart, Line as Curve, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import type { MonitorEvent } from '#contract/monitor.ts'
import { Measured } from '#src/ui/Measured.tsx'
import { type ChartRow, chartHeight, computeAxisTop, isIsolatedPoint } from './chart-rows.ts'
import { formatMetric, keepTogether } from './metric-text.ts'
import styles from './monitor.module.css'
import type { ChartLine, PanelView } from './panels.ts'
import { computeTimeTicks, formatTick } from './time-ticks.ts'

interface CursorReportProps {
  /** Has to keep its identity. */
  onCursor: (row: ChartRow | undefined) => void
  /** Props passed by the chart library. */
  active?: boolean
  payload?: readonly { payload?: ChartRow }[]
}

/** Reports the bucket at the cursor; draws nothing, because its figures stand above the chart. */
function CursorReport({ onCursor, active, payload }: CursorReportProps) {
  const row = active ? payload?.[0]?.payload : undefined
  useEffect(() => onCursor(row), [row, onCursor])
  return null
}

/** Draws the mean of one line; a value between two gaps is a dot. */
const renderCurve = (line: ChartLine, index: number, rows: readonly ChartRow[]) => (
  <Curve
    key={line.key}
    dataKey={(row: ChartRow) => row.avg[index]}
    name={line.name}
    stroke={line.color}
    strokeWidth={1.25}
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
  rows: readonly ChartRow[]
  from: number
  /** End of the displayed time, within the last bucket. */
  to: number
  events: readonly MonitorEvent[]
  onCursor: CursorReportProps['onCursor']
}

/** Chart of one panel; all charts share the time axis and the cursor. */
export const MetricChart = memo(function MetricChart({ panel: { title, lines }, rows, from, to, events, onCursor }: Props) {
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
              fillOpacity={0.14}
              isAnimationActive={false}
              activeDot={false}
              connectNulls={false}
              tooltipType="none"
            />
          ))}
          {lines.map((line, index) => renderCurve(line, index, rows))}
          <Tooltip
            content={<CursorReport onCursor={onCursor} />}
            cursor={{ stroke: 'var(--color-text-3)', strokeWidth: 1 }}
            isAnimationActive={false}
            filterNull={false}
          />
        </ComposedChart>
      )}
    </Measured>
  )
})

import { useNavigate } from 'react-router-dom'
import { Area, CartesianGrid, ComposedChart, Line, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts'
import { Measured } from '#src/ui/Measured.tsx'
import { type ChartDataRow, computeRowsPerTick, getChartColor, getChartDash, type LinesData } from './chart-data.ts'
import { PlotCard } from './PlotCard.tsx'
import styles from './plot.module.css'

const forecastDash = '4 4'
const markLabel = { position: 'insideTopRight', fill: 'var(--color-text-2)', fontSize: 12 } as const

/** Plot of `Lines`. */
export default function LinesPlot(props: LinesData) {
  const { title, series, rows, formatValue, height, axisWidth = 64, formatTick = formatValue, formatKey, tickEvery } = props
  const { area = false, step = false, forecastFrom, marks = [], level, top } = props
  const navigate = useNavigate()
  const open = (index: unknown) => {
    const to = rows[Number(index)]?.to
    if (to) void navigate(to)
  }
  const type = step ? 'stepAfter' : 'linear'
  const turn = forecastFrom === undefined ? rows.length : rows.findIndex(({ key }) => key === forecastFrom)
  // both halves hold the row where they meet
  const halves = [
    { name: 'seen', holds: (index: number) => index <= turn },
    { name: 'forecast', holds: (index: number) => index >= turn },
  ]
  const places = new Map(rows.map((row, index) => [row, index]))
  return (
    <Measured className={styles.plot}>
      {(width) => (
        <ComposedChart
          width={width}
          height={height}
          data={[...rows]}
          margin={{ top: 8, right: 32, bottom: 0, left: 0 }} // half a label of the last point
          title={`${title}，左右方向键移动`}
          onClick={({ activeIndex }) => open(activeIndex)}
          className={rows.some(({ to }) => to) ? styles.opens : undefined}
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="key"
            {...(formatKey && { tickFormatter: formatKey })}
            tickLine={false}
            stroke="var(--color-line-strong)"
            tick={{ fill: 'var(--color-text-2)' }}
            interval={computeRowsPerTick(rows.length, width - axisWidth, tickEvery) - 1}
            height={24}
          />
          <YAxis
            domain={[0, top ?? 'auto']}
            tickFormatter={formatTick}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-text-2)' }}
            width={axisWidth}
          />
          {level && (
            <ReferenceLine
              y={level.value}
              stroke="var(--color-warning)"
              strokeDasharray="2 3"
              label={{ ...markLabel, value: level.label }}
            />
          )}
          {marks.map(({ key, label }) => (
            <ReferenceLine
              key={key}
              x={key}
              stroke="var(--color-line-strong)"
              strokeDasharray="4 2"
              label={{ ...markLabel, value: label }}
            />
          ))}
          {area && (
            <Area
              dataKey={({ values }: ChartDataRow) => values[0]}
              type={type}
              stroke="none"
              fill={getChartColor(0)}
              fillOpacity={0.14}
              isAnimationActive={false}
              activeDot={false}
              tooltipType="none"
            />
          )}
          {series.flatMap((name, index) =>
            halves.map(({ name: half, holds }) => {
              const dash = half === 'forecast' ? forecastDash : getChartDash(index)
              return (
                <Line
                  key={`${name} ${half}`}
                  dataKey={(row: ChartDataRow) => (holds(places.get(row) ?? 0) ? row.values[index] : null)}
                  name={name}
                  type={type}
                  stroke={getChartColor(index)}
                  strokeWidth={2}
                  {...(dash && { strokeDasharray: dash })}
                  dot={false}
                  activeDot={{ r: 3, fill: getChartColor(index), stroke: 'var(--color-surface)' }}
                  isAnimationActive={false}
                  connectNulls={false}
                />
              )
            }),
          )}
          <Tooltip
            content={<PlotCard series={series} formatValue={formatValue} />}
            cursor={{ stroke: 'var(--color-text-3)', strokeWidth: 1 }}
            isAnimationActive={false}
            filterNull={false}
            wrapperStyle={{ zIndex: 2, outline: 'none' }}
          />
        </ComposedChart>
      )}
    </Measured>
  )
}

import { useId } from 'react'
import { useNavigate } from 'react-router-dom'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { Measured } from '#src/ui/Measured.tsx'
import {
  type ChartData,
  type ChartDataRow,
  computeRowsPerTick,
  getChartColor,
  getChartHatch,
  type PlotLayout,
} from './chart-data.ts'
import { PlotCard } from './PlotCard.tsx'
import styles from './plot.module.css'

/** Plot of `StackedBars`. */
export default function StackedBarsPlot(props: ChartData & PlotLayout) {
  const { title, series, rows, formatValue, height, axisWidth = 64, formatTick = formatValue, formatKey, tickEvery } = props
  const navigate = useNavigate()
  const id = useId()
  const open = (index: unknown) => {
    const to = rows[Number(index)]?.to
    if (to) void navigate(to)
  }
  return (
    <Measured className={styles.plot}>
      {(width) => (
        <BarChart
          width={width}
          height={height}
          data={[...rows]}
          stackOffset="sign"
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          title={`${title}，左右方向键移动`}
          onClick={({ activeIndex }) => open(activeIndex)}
          className={rows.some(({ to }) => to) ? styles.opens : undefined}
        >
          <defs>
            {series.map((name, index) => (
              <pattern key={name} id={`${id}${index}`} width="6" height="6" patternUnits="userSpaceOnUse">
                <rect width="6" height="6" fill={getChartColor(index)} />
                <path d={getChartHatch(index)} className={styles.hatch} />
              </pattern>
            ))}
          </defs>
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
            tickFormatter={formatTick}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-text-2)' }}
            width={axisWidth}
          />
          {series.map((name, index) => (
            <Bar
              key={name}
              dataKey={({ values }: ChartDataRow) => values[index]}
              name={name}
              stackId="row"
              fill={`url(#${id}${index})`}
              maxBarSize={48}
              isAnimationActive={false}
            />
          ))}
          <Tooltip
            content={<PlotCard series={series} formatValue={formatValue} summed />}
            cursor={{ fill: 'var(--color-sunken)' }}
            isAnimationActive={false}
            wrapperStyle={{ zIndex: 2, outline: 'none' }}
          />
        </BarChart>
      )}
    </Measured>
  )
}

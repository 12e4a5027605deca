import type { ComponentProps, ReactNode } from 'react'
import { BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { Measured } from '#src/ui/Measured.tsx'
import styles from './DayBarChart.module.css'

const pxPerTick = 64

/** Returns the tick interval in days at which the date labels of an axis this wide do not overlap. */
const computeDaysPerTick = (days: number, axisPx: number): number =>
  Math.max(1, Math.ceil(days / Math.max(2, Math.floor(axisPx / pxPerTick))))

interface CardProps<Day> {
  renderDay: (day: Day) => ReactNode
  /** Set by the chart. */
  active?: boolean
  payload?: readonly { payload?: Day }[]
}

/** Tooltip with the figures of the day under the cursor. */
function DayCard<Day extends { day: string }>({ renderDay, active, payload }: CardProps<Day>) {
  const day = payload?.[0]?.payload
  if (!active || !day) return null
  return (
    <div className={styles.card}>
      <strong>{day.day}</strong>
      {renderDay(day)}
    </div>
  )
}

interface Props<Day> extends Pick<ComponentProps<typeof BarChart>, 'stackOffset' | 'margin'> {
  days: readonly Day[]
  title: string
  height: number
  /** Width of the labels on the left. */
  axisWidth: number
  formatTick: (value: number) => string
  /** Content of the tooltip, below the date. */
  renderDay: (day: Day) => ReactNode
  /** The bars. */
  children: ReactNode
}

/** Bar chart with one place per day, as wide as its container. */
export function DayBarChart<Day extends { day: string }>(props: Props<Day>) {
  const { days, axisWidth, formatTick, renderDay, children, ...chart } = props
  return (
    <Measured className={styles.chart}>
      {(width) => (
        <BarChart {...chart} width={width} data={[...days]}>
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => day.slice(5)}
            tickLine={false}
            stroke="var(--color-line-strong)"
            tick={{ fill: 'var(--color-text-2)' }}
            interval={computeDaysPerTick(days.length, width - axisWidth) - 1}
            height={24}
          />
          <YAxis
            tickFormatter={formatTick}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-text-2)' }}
            width={axisWidth}
          />
          {children}
          <Tooltip
            content={<DayCard renderDay={renderDay} />}
            cursor={{ fill: 'var(--color-sunken)' }}
            isAnimationActive={false}
            wrapperStyle={{ zIndex: 2, outline: 'none' }}
          />
        </BarChart>
      )}
    </Measured>
  )
}

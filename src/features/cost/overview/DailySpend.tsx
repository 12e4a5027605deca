import { Segmented } from 'antd'
import { useState } from 'react'
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { computeDaysPerTick } from '#src/ui/days-per-tick.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Measured } from '#src/ui/Measured.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DailySpend.module.css'
import type { CostOverview } from './use-cost-overview.ts'

interface Props {
  active?: boolean
  payload?: readonly { payload?: CostOverview['days'][number] }[]
}

/** Tooltip with the figures of the day under the cursor. */
function DayCard({ active, payload }: Props) {
  const day = payload?.[0]?.payload
  if (!active || !day) return null
  return (
    <div className={styles.card}>
      <strong>{day.day}</strong>
      <span data-series="usage">
        按量扣费 <YuanAmount amount={day.usage} />
      </span>
      <span data-series="orders">
        订单与其他 <YuanAmount amount={day.orders} />
      </span>
    </div>
  )
}

type Day = CostOverview['days'][number]

const height = 240
const axisWidth = 64

/** Daily spending: usage with one-off payments stacked on top; also available as a table. */
export default function DailySpend({ days }: { days: readonly Day[] }) {
  const [view, setView] = useState<'chart' | 'table'>('chart')
  return (
    <div className={styles.daily}>
      <div className={styles.head}>
        <ul className={styles.legend}>
          <li data-series="usage">按量扣费</li>
          <li data-series="orders">订单与其他，已减去退款</li>
        </ul>
        <Segmented<'chart' | 'table'>
          aria-label="显示方式"
          value={view}
          onChange={(value) => setView(value)}
          options={[
            { label: '图', value: 'chart' },
            { label: '表格', value: 'table' },
          ]}
        />
      </div>
      {view === 'chart' ? <Chart days={days} /> : <Table days={days} />}
    </div>
  )
}

function Chart({ days }: { days: readonly Day[] }) {
  return (
    <Measured className={styles.chart}>
      {(width) => (
        <BarChart
          width={width}
          height={height}
          data={[...days]}
          stackOffset="sign"
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          title="近 30 天每天的消费，左右方向键移动"
        >
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
            tickFormatter={(yuan: number) => `¥${formatYuan(yuan.toFixed(2)).replace(/\.00$/, '')}`}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-text-2)' }}
            width={axisWidth}
          />
          <Bar
            dataKey={(day: Day) => Number(day.usage)}
            name="usage"
            stackId="day"
            fill="var(--color-chart-1)"
            isAnimationActive={false}
          />
          <Bar
            dataKey={(day: Day) => Number(day.orders)}
            name="orders"
            stackId="day"
            fill="var(--color-chart-2)"
            isAnimationActive={false}
          />
          <Tooltip
            content={<DayCard />}
            cursor={{ fill: 'var(--color-sunken)' }}
            isAnimationActive={false}
            wrapperStyle={{ zIndex: 2, outline: 'none' }}
          />
        </BarChart>
      )}
    </Measured>
  )
}

const Table = ({ days }: { days: readonly Day[] }) => (
  <MoneyTable
    caption="近 30 天每天的消费"
    heads={['日期', '按量扣费（元）', '订单与其他（元）']}
    numbers={1}
    rows={days.toReversed().map(({ day, usage, orders }) => ({
      key: day,
      cells: [day, <YuanAmount key="usage" amount={usage} bare />, <YuanAmount key="orders" amount={orders} bare />],
    }))}
  />
)

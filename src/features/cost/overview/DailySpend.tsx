import { Segmented } from 'antd'
import { useState } from 'react'
import { Bar } from 'recharts'
import { DayBarChart } from '#src/admin/DayBarChart.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './DailySpend.module.css'
import type { CostOverview } from './use-cost-overview.ts'

type Day = CostOverview['days'][number]

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

const Chart = ({ days }: { days: readonly Day[] }) => (
  <DayBarChart
    days={days}
    title="近 30 天每天的消费，左右方向键移动"
    height={240}
    axisWidth={64}
    formatTick={(yuan) => `¥${formatYuan(yuan.toFixed(2)).replace(/\.00$/, '')}`}
    stackOffset="sign"
    margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
    renderDay={({ usage, orders }) => (
      <>
        <span data-series="usage">
          按量扣费 <YuanAmount amount={usage} />
        </span>
        <span data-series="orders">
          订单与其他 <YuanAmount amount={orders} />
        </span>
      </>
    )}
  >
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
  </DayBarChart>
)

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

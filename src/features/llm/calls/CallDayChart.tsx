import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts'
import type { EndpointData } from '#contract/endpoint.ts'
import type { llmBills } from '#contract/llm-bills.ts'
import { formatCount } from '#src/ui/count-text.ts'
import { computeDaysPerTick } from '#src/ui/days-per-tick.ts'
import { Measured } from '#src/ui/Measured.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CallDayChart.module.css'

type Day = EndpointData<typeof llmBills.days>[number]

const height = 184
const axisWidth = 72

/** Cost per day, with tokens in the tooltip. The list below shows the same figures. */
export default function CallDayChart({ days }: { days: readonly Day[] }) {
  return (
    <Measured className={styles.chart}>
      {(width) => (
        <BarChart width={width} height={height} data={[...days]} title="每天的费用，左右方向键移动">
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
            tickFormatter={(yuan: number) => `¥${yuan}`}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-text-2)' }}
            width={axisWidth}
          />
          <Bar dataKey={({ cost }: Day) => Number(cost)} fill="var(--color-chart-1)" maxBarSize={48} isAnimationActive={false} />
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

function DayCard({ active, payload }: { active?: boolean; payload?: readonly { payload?: Day }[] }) {
  const day = payload?.[0]?.payload
  if (!active || !day) return null
  return (
    <div className={styles.card}>
      <strong>{day.day}</strong>
      <span>
        <YuanAmount amount={day.cost} />，{formatCount(day.calls)} 次
      </span>
      <span>
        输入 {formatCount(day.prompt_tokens)}，输出 {formatCount(day.completion_tokens)} 词元
      </span>
    </div>
  )
}

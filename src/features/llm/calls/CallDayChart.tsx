import { Bar } from 'recharts'
import type { EndpointData } from '#contract/endpoint.ts'
import type { llmBills } from '#contract/llm-bills.ts'
import { DayBarChart } from '#src/admin/DayBarChart.tsx'
import { formatCount } from '#src/ui/format-count.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

type Day = EndpointData<typeof llmBills.days>[number]

/** Cost per day, with tokens in the tooltip. The list below shows the same figures. */
export default function CallDayChart({ days }: { days: readonly Day[] }) {
  return (
    <DayBarChart
      days={days}
      title="每天的费用，左右方向键移动"
      height={184}
      axisWidth={72}
      formatTick={(yuan) => `¥${yuan}`}
      renderDay={({ cost, calls, prompt_tokens: promptTokens, completion_tokens: completionTokens }) => (
        <>
          <span>
            <YuanAmount amount={cost} />，{formatCount(calls)} 次
          </span>
          <span>
            输入 {formatCount(promptTokens)}，输出 {formatCount(completionTokens)} 词元
          </span>
        </>
      )}
    >
      <Bar dataKey={({ cost }: Day) => Number(cost)} fill="var(--color-chart-1)" maxBarSize={48} isAnimationActive={false} />
    </DayBarChart>
  )
}

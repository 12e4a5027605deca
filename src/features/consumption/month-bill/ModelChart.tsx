import { Bar, BarChart, LabelList, XAxis, YAxis } from 'recharts'
import type { LlmMonthDetail } from '#contract/llm-bills.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { Measured } from '#src/ui/Measured.tsx'
import styles from './ModelChart.module.css'

type Model = LlmMonthDetail['by_model'][number]

const namesWidth = 140
const figuresWidth = 104

/** Bar chart of a month's models by cost; `barHeight` is the height of one bar in px, including its spacing. */
export default function ModelChart({ models, barHeight }: { models: readonly Model[]; barHeight: number }) {
  return (
    <Measured className={styles.chart}>
      {(width) => (
        <BarChart
          width={width}
          height={models.length * barHeight}
          data={models}
          layout="vertical"
          margin={{ top: 0, right: figuresWidth, bottom: 0, left: 0 }}
          title="各模型的费用，下表有相同的数字"
        >
          <XAxis type="number" hide domain={[0, 'dataMax']} />
          <YAxis
            type="category"
            dataKey="model"
            width={namesWidth}
            tickLine={false}
            axisLine={false}
            tick={{ fill: 'var(--color-text-2)' }}
          />
          <Bar dataKey={({ cost }: Model) => Number(cost)} fill="var(--color-chart-1)" barSize={16} isAnimationActive={false}>
            <LabelList
              position="right"
              fill="var(--color-text)"
              valueAccessor={(_: unknown, index: number) => `¥${formatYuan(models[index]?.cost ?? '0.00')}`}
            />
          </Bar>
        </BarChart>
      )}
    </Measured>
  )
}

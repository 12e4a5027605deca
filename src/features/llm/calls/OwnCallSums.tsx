import { Suspense } from 'react'
import { llmBills } from '#contract/llm-bills.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { formatCount } from '#src/ui/format-count.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './OwnCallSums.module.css'

const CallDayChart = lazyPart(() => import('./CallDayChart.tsx'))

/** Totals of all calls that match the filters, and their distribution over the days. */
export function OwnCallSums({ state: { filters } }: { state: ListState }) {
  const sum = useEndpoint(llmBills.sum, { query: filters }, { keep: true })
  const days = useEndpoint(llmBills.days, { query: filters }, { keep: true })
  const { data } = sum
  return (
    <>
      <SummaryFigures
        label="当前筛选的合计"
        figures={[
          { name: '费用', value: data && <YuanAmount amount={data.cost} as="price" /> },
          { name: '调用', value: data && `${formatCount(data.calls)} 次` },
          { name: '输入', value: data && `${formatCount(data.prompt_tokens)} 词元` },
          { name: '输出', value: data && `${formatCount(data.completion_tokens)} 词元` },
        ]}
      />
      {(days.data?.length ?? 0) > 1 && (
        <div className={styles.chart}>
          <Suspense fallback={null}>
            <CallDayChart days={days.data!} />
          </Suspense>
        </div>
      )}
    </>
  )
}

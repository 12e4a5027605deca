import { Suspense } from 'react'
import { llm_bills } from '#contract/llm-bills.ts'
import type { ListState } from '#src/admin/resource.ts'
import { Sums } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { countText } from '#src/ui/count-text.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import { Yuan } from '#src/ui/YuanAmount.tsx'
import styles from './OwnCallSums.module.css'

const DayChart = lazyPart(() => import('./CallDayChart.tsx'))

/** What all calls that the filters select come to, and how they spread over the days. */
export function CallSums({ state: { filters } }: { state: ListState }) {
  const sum = useEndpoint(llm_bills.sum, { query: filters }, { keep: true })
  const days = useEndpoint(llm_bills.days, { query: filters }, { keep: true })
  const { data } = sum
  return (
    <>
      <Sums
        label="当前筛选的合计"
        figures={[
          { name: '费用', value: data && <Yuan amount={data.cost} as="price" /> },
          { name: '调用', value: data && `${countText(data.calls)} 次` },
          { name: '输入', value: data && `${countText(data.prompt_tokens)} 词元` },
          { name: '输出', value: data && `${countText(data.completion_tokens)} 词元` },
        ]}
      />
      {(days.data?.length ?? 0) > 1 && (
        <div className={styles.chart}>
          <Suspense fallback={null}>
            <DayChart days={days.data!} />
          </Suspense>
        </div>
      )}
    </>
  )
}

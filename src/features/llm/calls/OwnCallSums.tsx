import { llmBills } from '#contract/llm-bills.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { formatCount } from '#src/ui/format-count.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { CallTrend } from './CallTrend.tsx'

/** Totals of all calls that match the filters, and their distribution over the days. */
export function OwnCallSums({ state: { filters, keyword } }: { state: ListState }) {
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(llmBills.sum, { query }, { keep: true })
  return (
    <>
      <SummaryFigures
        label="当前筛选的合计"
        figures={[
          { name: '费用', value: data && <YuanAmount amount={data.cost} as="price" /> },
          { name: '调用', value: data && `${formatCount(data.calls)} 次` },
          { name: '输入', value: data && `${formatCount(data.prompt_tokens)} 词元` },
          { name: '其中命中缓存', value: data && `${formatCount(data.cached_tokens)} 词元` },
          { name: '输出', value: data && `${formatCount(data.completion_tokens)} 词元` },
        ]}
      />
      <CallTrend filters={query} />
    </>
  )
}

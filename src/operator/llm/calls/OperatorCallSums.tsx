import { operator_llm_calls } from '#contract/operator/llm.ts'
import type { ListState } from '#src/admin/resource.ts'
import { Sums } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

/** What all calls that the filters select come to. */
export function CallSums({ state: { filters } }: { state: ListState }) {
  const { data } = useEndpoint(operator_llm_calls.sum, { query: filters }, { keep: true })
  return (
    <Sums
      label="当前筛选的合计"
      figures={[
        { name: '费用', value: data && <Yuan amount={data.cost} as="price" /> },
        { name: '已入账', value: data && <Yuan amount={data.posted} /> },
        { name: '调用', value: data && `${data.calls} 次` },
        { name: '失败', value: data && `${data.errors} 次` },
        { name: '用户', value: data && `${data.users} 人` },
      ]}
    />
  )
}

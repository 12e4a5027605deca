import { operatorLlmCalls } from '#contract/operator/llm.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** What all calls that the filters select come to. */
export function OperatorCallSums({ state: { filters } }: { state: ListState }) {
  const { data } = useEndpoint(operatorLlmCalls.sum, { query: filters }, { keep: true })
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '费用', value: data && <YuanAmount amount={data.cost} as="price" /> },
        { name: '已入账', value: data && <YuanAmount amount={data.posted} /> },
        { name: '调用', value: data && `${data.calls} 次` },
        { name: '失败', value: data && `${data.errors} 次` },
        { name: '用户', value: data && `${data.users} 人` },
      ]}
    />
  )
}

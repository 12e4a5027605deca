import { operatorEntries } from '#contract/operator/money.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

/** What all rows add, take and come to that the filters select, on whatever page they stand. */
export function OperatorEntrySums({ state: { keyword, filters } }: { state: ListState }) {
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(operatorEntries.sum, { query }, { keep: true })
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '增加', value: data && <YuanAmount amount={data.plus} as="flow" /> },
        { name: '减少', value: data && <YuanAmount amount={data.minus} as="flow" /> },
        { name: '净额', value: data && <YuanAmount amount={data.net} as="flow" /> },
      ]}
    />
  )
}

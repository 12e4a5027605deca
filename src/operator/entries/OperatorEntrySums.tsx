import { operator_entries } from '#contract/operator/money.ts'
import type { ListState } from '#src/admin/resource.ts'
import { Sums } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

/** What all rows add, take and come to that the filters select, on whatever page they stand. */
export function EntrySums({ state: { keyword, filters } }: { state: ListState }) {
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(operator_entries.sum, { query }, { keep: true })
  return (
    <Sums
      label="当前筛选的合计"
      figures={[
        { name: '增加', value: data && <Yuan amount={data.plus} as="flow" /> },
        { name: '减少', value: data && <Yuan amount={data.minus} as="flow" /> },
        { name: '净额', value: data && <Yuan amount={data.net} as="flow" /> },
      ]}
    />
  )
}

import { ledger_entries } from '#contract/ledger-entries.ts'
import type { ListState } from '#src/admin/resource.ts'
import { Sums } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { Yuan } from '#src/ui/YuanAmount.tsx'

const live = ['wallet'] as const

/** Income and spending of all rows that the filters select, on whatever page they stand. */
export function EntrySums({ state: { keyword, filters } }: { state: ListState }) {
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(ledger_entries.sum, { query }, { keep: true, live })
  return (
    <Sums
      label="当前筛选的合计"
      figures={[
        { name: '收入合计', value: data && <Yuan amount={data.income} as="flow" /> },
        { name: '支出合计', value: data && <Yuan amount={data.spent} as="flow" /> },
        { name: '共', value: data && `${data.count} 条` },
      ]}
    />
  )
}

import { ledgerEntries } from '#contract/ledger-entries.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'

const live = ['wallet'] as const

/** Income and spending of all rows that the filters select, on whatever page they stand. */
export function OwnEntrySums({ state: { keyword, filters } }: { state: ListState }) {
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useEndpoint(ledgerEntries.sum, { query }, { keep: true, live })
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '收入合计', value: data && <YuanAmount amount={data.income} as="flow" /> },
        { name: '支出合计', value: data && <YuanAmount amount={data.spent} as="flow" /> },
        { name: '共', value: data && `${data.count} 条` },
      ]}
    />
  )
}

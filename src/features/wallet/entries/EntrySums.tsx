import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ledger_entries } from '#contract/ledger-entries.ts'
import type { ListState } from '#src/admin/list/list-state.ts'
import { Sums } from '#src/admin/Sums.tsx'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'
import { Yuan } from '#src/ui/Yuan.tsx'

const sum_key = ['entry-sum'] as const
const live = ['wallet'] as const

/** Income and spending of all rows that the filters select, on whatever page they stand. */
export function EntrySums({ state: { keyword, filters } }: { state: ListState }) {
  useLiveQueries(sum_key, live)
  const query = { ...filters, ...(keyword && { keyword }) }
  const { data } = useQuery({
    queryKey: [...sum_key, query],
    queryFn: async ({ signal }) => (await call(ledger_entries.sum, { query }, { signal })).data,
    placeholderData: keepPreviousData,
  })
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

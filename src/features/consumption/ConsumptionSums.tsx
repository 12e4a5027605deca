import { consumption } from '#contract/consumption.ts'
import type { ListState } from '#src/admin/resource.ts'
import { SummaryFigures } from '#src/admin/SummaryFigures.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import { VerifyConsumption } from './VerifyConsumption.tsx'

const live = ['wallet'] as const

/** What all lines that the filters select come to, and what is used and not settled yet. */
export function ConsumptionSums({ state: { filters } }: { state: ListState }) {
  const { data } = useEndpoint(consumption.sum, { query: filters }, { keep: true, live })
  const running = data && Number(data.unsettled) > 0
  return (
    <SummaryFigures
      label="当前筛选的合计"
      figures={[
        { name: '合计', value: data && <YuanAmount amount={data.amount} as="price" /> },
        { name: '现金', value: data && <YuanAmount amount={data.cash} /> },
        { name: '代金券', value: data && <YuanAmount amount={data.voucher} /> },
        ...(running ? [{ name: '运行中未结算', value: <YuanAmount amount={data.unsettled} /> }] : []),
      ]}
    >
      {data && (filters.kind === undefined || filters.kind === 'usage') && (
        <VerifyConsumption key={JSON.stringify(filters)} filters={filters} />
      )}
    </SummaryFigures>
  )
}

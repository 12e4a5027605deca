import type { DataOf } from '#contract/endpoint.ts'
import type { operator_orders } from '#contract/operator/money.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { OrderMoney } from '#src/features/cost/OrderMoney.tsx'
import { operator_paths } from '#src/operator/paths.ts'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { withQuery } from '#src/paths.ts'
import { Refund } from './OrderRefundPanel.tsx'

/** Any order: what was paid, what came back, its rows in the books, and the way to give more back. */
export default function OperatorOrderShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const order = row as unknown as DataOf<(typeof operator_orders)['get']>
        return (
          <Parts>
            <OrderMoney order={order} entryPath={() => withQuery(operator_paths.entries, { keyword: order.id })} />
            <Refund order={order} />
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}

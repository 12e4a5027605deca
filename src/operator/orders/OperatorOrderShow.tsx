import type { EndpointData } from '#contract/endpoint.ts'
import type { operatorOrders } from '#contract/operator/money.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { OrderMoney } from '#src/features/cost/shared.ts'
import { operatorPaths } from '#src/operator/paths.ts'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { withQuery } from '#src/paths.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { OrderRefundPanel } from './OrderRefundPanel.tsx'

/** Any order: what was paid, what came back, its rows in the books, and the way to give more back. */
export default function OperatorOrderShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const order = row as unknown as EndpointData<(typeof operatorOrders)['get']>
        return (
          <ShowPanels>
            <OrderMoney order={order} entryPath={() => withQuery(operatorPaths.entries, { keyword: order.id })} />
            <OrderRefundPanel order={order} />
            <RowHistory resource={resource} id={row.id} />
          </ShowPanels>
        )
      }}
    </Show>
  )
}

import type { OrderDetail } from '#contract/orders.ts'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { OrderMoney } from '#src/features/cost/shared.ts'
import { paths } from '#src/paths.ts'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { PendingOrder } from './PendingOrder.tsx'
import { RefundableNowPanel } from './RefundableNowPanel.tsx'

/** An order: what is still to be done, what it was paid with, what came back, and what would come back now. */
export default function OrderShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        // rows of this page come from `orders.get`
        const order = row as unknown as OrderDetail
        return (
          <ShowPanels>
            {order.status === 'pending' && <PendingOrder order={order} />}
            <OrderMoney order={order} entryPath={paths.incomeEntry} />
            <RefundableNowPanel order={order} />
          </ShowPanels>
        )
      }}
    </Show>
  )
}

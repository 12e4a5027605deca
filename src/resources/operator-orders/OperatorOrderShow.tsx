import type { DataOf } from '#contract/endpoint.ts'
import type { operator_orders } from '#contract/operator/money.ts'
import { OrderMoney } from '#src/console/cost/OrderMoney.tsx'
import Show from '#src/console/generic/show/Show.tsx'
import { History } from '#src/console/operator/History.tsx'
import { Parts } from '#src/console/operator/Parts.tsx'
import { operator_paths } from '#src/operator-paths.ts'
import { withQuery } from '#src/paths.ts'
import type { Resource } from '../define-resource.ts'
import { Refund } from './Refund.tsx'

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

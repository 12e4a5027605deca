import { useNavigate } from 'react-router-dom'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'

/** Pays an order that waits. The same key goes out until there is an answer, so that no click pays twice. */
export function usePayOrder({ id }: Pick<OrderDetail, 'id'>) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(orders.pay, {
    page_tells: true,
    onDone: ({ data }) => data.instance_id && navigate(paths.container_instance(data.instance_id)),
  })
  return { paying: pending, failure: failure ?? null, pay: () => void run({ params: { id } }) }
}

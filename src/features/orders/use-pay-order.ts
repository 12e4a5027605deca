import { useInvalidate } from '@refinedev/core'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type OrderDetail, orders } from '#contract/orders.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call, newIdempotencyKey } from '#src/api/call.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'

/** Pays an order that waits. The same key goes out until there is an answer, so that no click pays twice. */
export function usePayOrder({ id }: Pick<OrderDetail, 'id'>) {
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const key = useRef(newIdempotencyKey())
  const [paying, setPaying] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)

  const pay = async () => {
    setPaying(true)
    setFailure(null)
    try {
      const { data, message } = await call(orders.pay, { params: { id } }, { idempotency_key: key.current })
      toast.success(message)
      void invalidate({ resource: 'instances', invalidates: ['list'] })
      void invalidate({ resource: 'orders', invalidates: ['list', 'detail'] })
      if (data.instance_id) void navigate(paths.container_instance(data.instance_id))
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.status !== 0 && error.status < 500) key.current = newIdempotencyKey()
      setFailure(error)
      void invalidate({ resource: 'orders', id, invalidates: ['detail'] })
    } finally {
      setPaying(false)
    }
  }
  return { paying, failure, pay: () => void pay() }
}

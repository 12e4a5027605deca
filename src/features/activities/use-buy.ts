import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type ActivityQuote, activities } from '#contract/activities.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { paths } from '#src/paths.ts'
import { toast } from '#src/ui/toast.ts'
import { offer_key } from './use-offer.ts'

/** Buys what is on the screen; success leads to the instance, a refusal to a new price. */
export function useBuy(id: string) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const navigate = useNavigate()
  const [keys] = useState(createIntentKeys)
  const [buying, setBuying] = useState(false)
  const [failure, setFailure] = useState<ApiError>()

  const buy = async ({ token }: ActivityQuote) => {
    setFailure(undefined)
    setBuying(true)
    try {
      const sent = { params: { id }, body: { quote: token } }
      const { message } = await call(activities.buy, sent, { idempotency_key: keys.keyOf(token) })
      keys.done()
      toast.success(message)
      void invalidate({ resource: 'instances', invalidates: ['list', 'detail'] })
      void invalidate({ resource: 'orders', invalidates: ['list'] })
      void navigate(paths.container_instance(id))
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(error)
      // No answer leaves it open whether it was bought: the same quote again is the same order.
      if (error.status > 0 && error.status < 500) await client.invalidateQueries({ queryKey: offer_key })
    } finally {
      setBuying(false)
    }
  }
  return { buy: (quote: ActivityQuote) => void buy(quote), buying, failure }
}

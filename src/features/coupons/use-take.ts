import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Coupon } from '#contract/coupons.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { wallet_key } from '#src/features/wallet/recharge/use-wallet.ts'
import { toast } from '#src/ui/toast.ts'

export const offers_key = ['coupon-offers'] as const

/** Takes one coupon by a call, says so, and shows it in the list. */
export function useTake() {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const keys = useRef(createIntentKeys())
  const [taking, setTaking] = useState<string | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)

  /** True when it was taken. A click that goes unanswered keeps its key, so that a second one takes no second coupon. */
  const take = async (what: string, ask: (key: string) => Promise<{ data: Coupon; message: string }>) => {
    setTaking(what)
    setFailure(null)
    try {
      const { message } = await ask(keys.current.keyOf(what))
      keys.current.done()
      toast.success(message)
      return true
    } catch (error) {
      if (!isApiError(error)) throw error
      if (error.status > 0 && error.status < 500) keys.current.done()
      setFailure(error)
      return false
    } finally {
      setTaking(null)
      await client.invalidateQueries({ queryKey: offers_key })
      await client.invalidateQueries({ queryKey: wallet_key })
      await invalidate({ resource: 'coupons', invalidates: ['list'] })
    }
  }
  return { take, taking, failure }
}

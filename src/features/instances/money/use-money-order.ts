import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { money_key } from './use-money-quote.ts'

/** Orders what is on the screen, once; a refusal brings a new price. `done` is what was answered. */
export function useMoneyOrder<R>(send: (token: string, idempotency_key: string) => Promise<R>) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const [keys] = useState(createIntentKeys)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  const [done, setDone] = useState<R>()

  const place = async (token: string) => {
    setFailure(undefined)
    setBusy(true)
    try {
      const answer = await send(token, keys.keyOf(token))
      keys.done()
      setDone(answer)
      window.scrollTo({ top: 0 })
      void invalidate({ resource: 'instances', invalidates: ['list', 'detail'] })
      void invalidate({ resource: 'orders', invalidates: ['list'] })
    } catch (error) {
      if (!isApiError(error)) throw error
      setFailure(error)
      // No answer leaves it open whether it was ordered: the same quote again is the same order.
      if (error.status > 0 && error.status < 500) await client.invalidateQueries({ queryKey: money_key })
    } finally {
      setBusy(false)
    }
  }
  return { place: (token: string) => void place(token), busy, failure, done }
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { codes } from '#contract/codes.ts'
import { type CreateInstanceForm, type Order, orders, type Quote } from '#contract/orders.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { quote_key, quoteNow, samePrice } from './quote-query.ts'
import { products_key } from './use-catalogue.ts'

/** What became of a click, when it made no order. */
export type Outcome =
  | { kind: 'price_changed' }
  | { kind: 'no_free_gpu' }
  | { kind: 'refused'; error: ApiError }
  /** Nobody knows whether the order was made; the same click again asks for the same one. */
  | { kind: 'unanswered'; error: ApiError }

const changed: readonly string[] = [codes.quote_expired.code, codes.quote_changed.code]
/** The page says these by itself, from the quote. */
const shown: readonly string[] = [codes.real_name_required.code, codes.insufficient_balance.code]

function outcomeOf(error: ApiError, sent: boolean): Outcome | null {
  if (error.code === codes.no_free_gpu.code) return { kind: 'no_free_gpu' }
  if (changed.includes(error.code)) return { kind: 'price_changed' }
  if (shown.includes(error.code)) return null
  const open = sent && (error.status === 0 || error.status >= 500)
  return { kind: open ? 'unanswered' : 'refused', error }
}

/** Not waited for: in a network that is silent it takes minutes, and the person wants to know. */
const refresh = (client: QueryClient) => {
  for (const queryKey of [quote_key, products_key]) void client.invalidateQueries({ queryKey })
}

/**
 * Orders what is on the screen. A price that differs from the one shown is shown first. While an order went unanswered, the
 * same form names the same quote under the same key, so that no click makes a second one (product §3, §11).
 */
export function useOrder(form: CreateInstanceForm | null, onOrdered: (order: Order, message: string) => void) {
  const client = useQueryClient()
  const [last, setLast] = useState<{ said: string; outcome: Outcome | null }>()
  const [ordering, setOrdering] = useState(false)
  const keys = useRef(createIntentKeys())
  const unanswered = useRef<{ said: string; token: string }>(null)
  const said = JSON.stringify(form)
  const tell = (outcome: Outcome | null) => setLast({ said, outcome })

  const tokenFor = async (seen: Quote): Promise<string | null> => {
    if (unanswered.current?.said === said) return unanswered.current.token
    const quote = await quoteNow(client, form)
    if (samePrice(quote, seen)) return quote.token
    tell({ kind: 'price_changed' })
    return null
  }
  const order = async (seen: Quote, how: 'create' | 'save') => {
    const token = await tokenFor(seen)
    if (!token) return
    unanswered.current = { said, token }
    const { data, message } = await call(
      orders[how],
      { body: { quote: token } },
      { idempotency_key: keys.current.keyOf(`${how} ${token}`) },
    )
    unanswered.current = null
    keys.current.done()
    onOrdered(data, message)
  }
  const submit = async (seen: Quote, how: 'create' | 'save') => {
    tell(null)
    setOrdering(true)
    try {
      await order(seen, how)
    } catch (error) {
      if (!isApiError(error)) throw error
      const outcome = outcomeOf(error, unanswered.current !== null)
      if (outcome?.kind !== 'unanswered') unanswered.current = null
      tell(outcome)
      refresh(client)
    } finally {
      setOrdering(false)
    }
  }
  return {
    /** What became of the last click, as long as the form says the same. */
    outcome: last?.said === said ? last.outcome : null,
    ordering,
    submit: (seen: Quote) => void submit(seen, 'create'),
    /** Keeps it as an order to be paid within a quarter of an hour. */
    save: (seen: Quote) => void submit(seen, 'save'),
    tell,
  }
}

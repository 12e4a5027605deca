import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { resultCodes } from '#contract/codes.ts'
import { type CreateInstanceForm, type Order, orders, type Quote } from '#contract/orders.ts'
import { type ApiError, isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { createIntentKeys } from '#src/api/intent-keys.ts'
import { isSamePrice, loadQuote, quoteKey } from './quote-query.ts'
import { productsKey } from './use-catalogue.ts'

/** Result of a click that placed no order. */
export type OrderFailure =
  | { kind: 'price_changed' }
  | { kind: 'no_free_gpu' }
  | { kind: 'refused'; error: ApiError }
  /** It is unknown whether the order was placed; clicking again repeats the same idempotent request. */
  | { kind: 'unanswered'; error: ApiError }

const changedQuoteCodes: readonly string[] = [resultCodes.quote_expired.code, resultCodes.quote_changed.code]
/** Codes that the page already explains from the quote. */
const shownByPageCodes: readonly string[] = [resultCodes.real_name_required.code, resultCodes.insufficient_balance.code]

function toOrderFailure(error: ApiError, sent: boolean): OrderFailure | null {
  if (error.code === resultCodes.no_free_gpu.code) return { kind: 'no_free_gpu' }
  if (changedQuoteCodes.includes(error.code)) return { kind: 'price_changed' }
  if (shownByPageCodes.includes(error.code)) return null
  const open = sent && (error.status === 0 || error.status >= 500)
  return { kind: open ? 'unanswered' : 'refused', error }
}

/** Not awaited: on an unresponsive network it takes minutes, and the user needs the result now. */
const refreshQuote = (client: QueryClient) => {
  for (const queryKey of [quoteKey, productsKey]) void client.invalidateQueries({ queryKey })
}

/**
 * Places the displayed order. If the price differs from the one shown, the new price is shown first. While an order is
 * unanswered, the same form reuses the same quote and idempotency key, so no click places a second order (product §3, §11).
 */
export function useCreateOrder(form: CreateInstanceForm | null, onOrdered: (order: Order, message: string) => void) {
  const client = useQueryClient()
  const [last, setLast] = useState<{ said: string; outcome: OrderFailure | null }>()
  const [ordering, setOrdering] = useState(false)
  const keys = useRef(createIntentKeys())
  const unanswered = useRef<{ said: string; token: string }>(null)
  const said = JSON.stringify(form)
  const tell = (outcome: OrderFailure | null) => setLast({ said, outcome })

  const tokenFor = async (seen: Quote): Promise<string | null> => {
    if (unanswered.current?.said === said) return unanswered.current.token
    const quote = await loadQuote(client, form)
    if (isSamePrice(quote, seen)) return quote.token
    tell({ kind: 'price_changed' })
    return null
  }
  const order = async (seen: Quote, how: 'create' | 'save') => {
    const token = await tokenFor(seen)
    if (!token) return
    unanswered.current = { said, token }
    const { data, message } = await callEndpoint(
      orders[how],
      { body: { quote: token } },
      { idempotencyKey: keys.current.keyOf(`${how} ${token}`) },
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
      const outcome = toOrderFailure(error, unanswered.current !== null)
      if (outcome?.kind !== 'unanswered') unanswered.current = null
      tell(outcome)
      refreshQuote(client)
    } finally {
      setOrdering(false)
    }
  }
  return {
    /** Result of the last click, as long as the form is unchanged. */
    outcome: last?.said === said ? last.outcome : null,
    ordering,
    submit: (seen: Quote) => void submit(seen, 'create'),
    /** Saves it as an order to be paid within 15 minutes. */
    save: (seen: Quote) => void submit(seen, 'save'),
    tell,
  }
}

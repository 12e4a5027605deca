import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CreateInstanceForm, Quote } from '#contract/orders.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { isApiError } from '#src/api/api-error.ts'
import { buildQuoteQuery, quoteKey } from './quote-query.ts'

const debounceMs = 250
const live = ['products', 'wallet', 'user'] as const

/** The form once typing rests; forms that say the same are the same. */
function useDebouncedForm(form: CreateInstanceForm | null): CreateInstanceForm | null {
  const [rested, setRested] = useState(form)
  const same = JSON.stringify(rested) === JSON.stringify(form)
  useEffect(() => {
    if (same) return
    const timer = setTimeout(() => setRested(form), rested ? debounceMs : 0)
    return () => clearTimeout(timer)
  }, [same, form, rested])
  return rested
}

export interface QuoteState {
  /** The last price there was. */
  quote: Quote | undefined
  /** It is not that of the form any more; a new one is on its way. */
  stale: boolean
  error: unknown
  retry: () => void
}

/** The price of the form, asked for again when the form, stock or balance changes and before it runs out. */
export function useInstanceQuote(form: CreateInstanceForm | null): QuoteState {
  useLiveQueries(quoteKey, live)
  const wanted = useDebouncedForm(form)
  const client = useQueryClient()
  const quoted = buildQuoteQuery(wanted)
  const { data, error, failureReason, isPlaceholderData, refetch } = useQuery({ ...quoted, placeholderData: keepPreviousData })
  // a try lasts 30 s in a network that is silent: the first one is told of, and the others go on
  const unanswered = isApiError(failureReason) && failureReason.status === 0 ? failureReason : null
  const behind = JSON.stringify(wanted) !== JSON.stringify(form)
  return {
    quote: data,
    stale: isPlaceholderData || behind,
    error: behind ? null : (error ?? unanswered),
    retry: () => void client.cancelQueries({ queryKey: quoted.queryKey }).then(() => refetch()),
  }
}

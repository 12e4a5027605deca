import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CreateInstanceForm, Quote } from '#contract/orders.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { isApiError } from '#src/api/api-error.ts'
import { buildQuoteQuery, quoteKey } from './quote-query.ts'

const debounceMs = 250
const live = ['products', 'wallet', 'user'] as const

/** Debounces the form; forms with equal content keep the same reference. */
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
  /** The last known quote. */
  quote: Quote | undefined
  /** The quote belongs to an older form; a new one is loading. */
  stale: boolean
  error: unknown
  retry: () => void
}

/** Loads the quote of the form; refetched when form, stock or balance change, and before it expires. */
export function useInstanceQuote(form: CreateInstanceForm | null): QuoteState {
  useLiveQueries(quoteKey, live)
  const wanted = useDebouncedForm(form)
  const client = useQueryClient()
  const quoted = buildQuoteQuery(wanted)
  const { data, error, failureReason, isPlaceholderData, refetch } = useQuery({ ...quoted, placeholderData: keepPreviousData })
  // an attempt takes 30 s on an unresponsive network: report the first failure while retries continue
  const unanswered = isApiError(failureReason) && failureReason.status === 0 ? failureReason : null
  const behind = JSON.stringify(wanted) !== JSON.stringify(form)
  return {
    quote: data,
    stale: isPlaceholderData || behind,
    error: behind ? null : (error ?? unanswered),
    retry: () => void client.cancelQueries({ queryKey: quoted.queryKey }).then(() => refetch()),
  }
}

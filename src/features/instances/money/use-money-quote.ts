import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { computeRequoteDelay } from '#src/features/instances/create/quote-query.ts'

const live = ['instances', 'wallet', 'user', 'products'] as const

/** Largest age of a quote: some depend on the remaining time. */
const freshMs = 60_000

type QuoteEndpoint = Endpoint & { data: { _zod: { output: { expires_at: string } } } }

/** Loads the quote of the selection; refetched when instance, balance or stock change. Disabled while `chosen` is null. */
export function useMoneyQuote<E extends QuoteEndpoint>(endpoint: E, chosen: CallInput<E> | null) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(endpoint, chosen ?? {}, {
    enabled: chosen !== null,
    retry: false,
    keep: true,
    live,
    every: (quote) => computeRequoteDelay(quote as { expires_at: string } | undefined, freshMs),
  })
  return { quote: chosen && !error ? data : undefined, stale: isPlaceholderData, error, retry: () => void refetch() }
}

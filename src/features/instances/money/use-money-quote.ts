import type { Endpoint, Sent } from '#contract/endpoint.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { msLeft } from '#src/features/instances/create/quote-query.ts'

const live = ['instances', 'wallet', 'user', 'products'] as const

/** A price is asked for anew before the old one runs out; what depends on the time that is left, each minute. */
const ahead_ms = 15_000
const fresh_ms = 60_000
const untilAnew = (quote: { expires_at: string } | undefined) =>
  quote ? Math.min(fresh_ms, Math.max(1000, msLeft(quote) - ahead_ms)) : false

type QuoteEndpoint = Endpoint & { data: { _zod: { output: { expires_at: string } } } }

/** The quote of what is chosen; asked for again when instance, balance or stock change. Nothing is asked while `chosen` is null. */
export function useMoneyQuote<E extends QuoteEndpoint>(endpoint: E, chosen: Sent<E> | null) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(endpoint, chosen ?? {}, {
    enabled: chosen !== null,
    retry: false,
    keep: true,
    live,
    every: (quote) => untilAnew(quote as { expires_at: string } | undefined),
  })
  return { quote: chosen && !error ? data : undefined, stale: isPlaceholderData, error, retry: () => void refetch() }
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { msLeft } from '#src/features/instances/create/quote-query.ts'

export const money_key = ['instance-money'] as const
const live = ['instances', 'wallet', 'user', 'products'] as const
/** A price is asked for anew before the old one runs out; what depends on the time that is left, each minute. */
const ahead_ms = 15_000
const fresh_ms = 60_000

/** The quote of what is chosen; asked for again when instance, balance or stock change. Nothing is asked while `ask` is null. */
export function useMoneyQuote<Q extends { expires_at: string }>(
  chosen: readonly unknown[],
  ask: ((signal: AbortSignal) => Promise<Q>) | null,
) {
  useLiveQueries(money_key, live)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [...money_key, 'quote', ...chosen],
    enabled: ask !== null,
    retry: false,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => ask!(signal),
    refetchInterval: ({ state }) => (state.data ? Math.min(fresh_ms, Math.max(1000, msLeft(state.data) - ahead_ms)) : false),
  })
  return { quote: ask && !error ? data : undefined, stale: isPlaceholderData, error, retry: () => void refetch() }
}

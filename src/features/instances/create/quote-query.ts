import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CreateInstanceForm, orders, type Quote } from '#contract/orders.ts'
import { call } from '#src/api/call.ts'
import { serverNow } from '#src/api/server-time.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'

export const quote_key = endpointKey(orders.quote)
/** A price is asked for anew before the old one runs out. */
const ahead_ms = 15_000
const fresh_ms = 60_000

export const msLeft = ({ expires_at }: Pick<Quote, 'expires_at'>): number => Date.parse(expires_at) - serverNow()

/** The price of this very form; nothing is asked while there is none. */
export const quoteOf = (form: CreateInstanceForm | null) =>
  queryOptions({
    queryKey: [...quote_key, form],
    enabled: form !== null,
    queryFn: async ({ signal }) => (await call(orders.quote, form ? { body: form } : {}, { signal })).data,
    staleTime: fresh_ms,
    gcTime: fresh_ms,
    refetchInterval: ({ state }) => (state.data ? Math.max(1000, msLeft(state.data) - ahead_ms) : false),
  })

/** The price of this very form for somebody who waits for it: asked for once, and not behind tries that are under way. */
export async function quoteNow(client: QueryClient, form: CreateInstanceForm | null): Promise<Quote> {
  const { queryKey } = quoteOf(form)
  const query = client.getQueryCache().find<Quote>({ queryKey })
  if (query?.state.data && !query.isStaleByTime(fresh_ms)) return query.state.data
  const { data } = await call(orders.quote, form ? { body: form } : {})
  client.setQueryData(queryKey, data)
  return data
}

/** What a person looks at before deciding. */
export const samePrice = (a: Quote, b: Quote): boolean => a.amount === b.amount && a.price_hour === b.price_hour

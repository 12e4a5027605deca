import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CreateInstanceForm, orders, type Quote } from '#contract/orders.ts'
import { callEndpoint } from '#src/api/call.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'

export const quoteKey = buildEndpointKey(orders.quote)
/** Lead time for requesting a new quote before the current one expires. */
const requoteAheadMs = 15_000
const freshMs = 60_000

export const computeMsLeft = ({ expires_at: expiresAt }: Pick<Quote, 'expires_at'>): number =>
  Date.parse(expiresAt) - getServerNow()

/** Query for the quote of exactly this form; disabled if the form is null. */
export const buildQuoteQuery = (form: CreateInstanceForm | null) =>
  queryOptions({
    queryKey: [...quoteKey, form],
    enabled: form !== null,
    queryFn: async ({ signal }) => (await callEndpoint(orders.quote, form ? { body: form } : {}, { signal })).data,
    staleTime: freshMs,
    gcTime: freshMs,
    refetchInterval: ({ state }) => (state.data ? Math.max(1000, computeMsLeft(state.data) - requoteAheadMs) : false),
  })

/** Loads the quote of this form for a waiting user: one request, without queueing behind retries in progress. */
export async function loadQuote(client: QueryClient, form: CreateInstanceForm | null): Promise<Quote> {
  const { queryKey } = buildQuoteQuery(form)
  const query = client.getQueryCache().find<Quote>({ queryKey })
  if (query?.state.data && !query.isStaleByTime(freshMs)) return query.state.data
  const { data } = await callEndpoint(orders.quote, form ? { body: form } : {})
  client.setQueryData(queryKey, data)
  return data
}

/** Compares the parts of a quote on which a user decides. */
export const isSamePrice = (a: Quote, b: Quote): boolean => a.amount === b.amount && a.price_hour === b.price_hour

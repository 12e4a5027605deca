import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type CreateInstanceForm, orders, type Quote } from '#contract/orders.ts'
import { callEndpoint } from '#src/api/call.ts'
import { getServerNow } from '#src/api/server-time.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'

export const quoteKey = buildEndpointKey(orders.quote)
/** Lead time for requesting a new quote before the current one expires. */
const requoteAheadMs = 15_000
const minRequoteMs = 1000
const freshMs = 60_000

const computeMsLeft = ({ expires_at: expiresAt }: Pick<Quote, 'expires_at'>): number => Date.parse(expiresAt) - getServerNow()

/** Computes the delay until the next quote is requested; false without a quote. */
export const computeRequoteDelay = (
  quote: Pick<Quote, 'expires_at'> | undefined,
  maxMs = Number.POSITIVE_INFINITY,
): number | false => quote !== undefined && Math.min(maxMs, Math.max(minRequoteMs, computeMsLeft(quote) - requoteAheadMs))

/** Query for the quote of exactly this form; disabled if the form is null. */
export const buildQuoteQuery = (form: CreateInstanceForm | null) =>
  queryOptions({
    queryKey: [...quoteKey, form],
    enabled: form !== null,
    queryFn: async ({ signal }) => (await callEndpoint(orders.quote, form ? { body: form } : {}, { signal })).data,
    staleTime: freshMs,
    gcTime: freshMs,
    refetchInterval: ({ state }) => computeRequoteDelay(state.data),
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

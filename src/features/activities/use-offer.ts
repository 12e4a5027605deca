import { useQuery } from '@tanstack/react-query'
import { type ActivityQuote, activities } from '#contract/activities.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'
import { msLeft } from '#src/features/instances/create/quote-query.ts'

export const offer_key = ['activity-offer'] as const
const live = ['instances', 'wallet', 'user'] as const
/** A price is asked for anew before the old one runs out. */
const ahead_ms = 15_000

/** An own instance and what an activity offers for it; without an offer, why there is none. */
export type Offer = { instance: Instance } & ({ quote: ActivityQuote } | { quote: null; why_not: string })

async function getOffer(id: string, asked: string | null, signal: AbortSignal): Promise<Offer> {
  const { data: instance } = await call(instances.get, { params: { id } }, { signal })
  const query = { product_id: instance.product_id, ...(asked && { activity_id: asked }) }
  const { data: label } = await call(activities.user_label, { query }, { signal })
  // named in the address, it is quoted all the same: the quote knows better why not
  const activity_id = label.activity_id ?? asked
  if (!activity_id) return { instance, quote: null, why_not: label.why_not ?? '活动已结束' }
  const { data: quote } = await call(activities.quote, { params: { id }, body: { activity_id } }, { signal })
  return { instance, quote }
}

/** The offer for the instance of the address, asked for again when instance or balance change and before it runs out. */
export function useOffer(instance_name: string, activity_id: string | null) {
  useLiveQueries(offer_key, live)
  const { data, error, refetch } = useQuery({
    queryKey: [...offer_key, instance_name, activity_id],
    enabled: instance_name !== '',
    queryFn: ({ signal }) => getOffer(instance_name, activity_id, signal),
    refetchInterval: ({ state }) => (state.data?.quote ? Math.max(1000, msLeft(state.data.quote) - ahead_ms) : false),
  })
  return { offer: data, error, retry: () => void refetch() }
}

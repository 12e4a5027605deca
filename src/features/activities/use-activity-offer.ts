import { type ActivityQuote, activities } from '#contract/activities.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { msLeft } from '#src/features/instances/create/quote-query.ts'

const live = ['instances', 'wallet', 'user'] as const

/** A price is asked for anew before the old one runs out. */
const ahead_ms = 15_000
const untilAnew = (quote: ActivityQuote | undefined) => (quote ? Math.max(1000, msLeft(quote) - ahead_ms) : false)

/** An own instance and what an activity offers for it; without an offer, why there is none. */
export type Offer = { instance: Instance } & ({ quote: ActivityQuote } | { quote: null; why_not: string })

/** The offer for the instance of the address, asked for again when instance or balance change and before it runs out. */
export function useOffer(instance_name: string, asked: string | null) {
  const params = { id: instance_name }
  const instance = useEndpoint(instances.get, { params }, { enabled: instance_name !== '', live })
  const product_id = instance.data?.product_id
  const query = { product_id: product_id ?? '', ...(asked && { activity_id: asked }) }
  const label = useEndpoint(activities.user_label, { query }, { enabled: product_id !== undefined, live })
  // named in the address, it is quoted all the same: the quote knows better why not
  const activity_id = label.data && (label.data.activity_id ?? asked)
  const quote = useEndpoint(
    activities.quote,
    { params, body: { activity_id: activity_id ?? '' } },
    { enabled: Boolean(activity_id), live, every: untilAnew },
  )

  const offerOf = (): Offer | undefined => {
    if (!instance.data || !label.data) return undefined
    if (!activity_id) return { instance: instance.data, quote: null, why_not: label.data.why_not ?? '活动已结束' }
    return quote.data && { instance: instance.data, quote: quote.data }
  }
  return {
    offer: offerOf(),
    error: instance.error ?? label.error ?? quote.error,
    retry: () => {
      for (const one of [instance, label, quote]) if (one.error) void one.refetch()
    },
  }
}

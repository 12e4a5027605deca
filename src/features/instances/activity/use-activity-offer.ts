import { type ActivityQuote, activities } from '#contract/activities.ts'
import { type Instance, instances } from '#contract/instances.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { computeMsLeft } from '#src/features/instances/create/quote-query.ts'

const live = ['instances', 'wallet', 'user'] as const

/** A price is asked for anew before the old one runs out. */
const requoteAheadMs = 15_000
const computeRequoteDelay = (quote: ActivityQuote | undefined) =>
  quote ? Math.max(1000, computeMsLeft(quote) - requoteAheadMs) : false

/** An own instance and what an activity offers for it; without an offer, why there is none. */
export type ActivityOffer = { instance: Instance } & ({ quote: ActivityQuote } | { quote: null; why_not: string })

/** The offer for the instance of the address, asked for again when instance or balance change and before it runs out. */
export function useActivityOffer(instanceName: string, asked: string | null) {
  const params = { id: instanceName }
  const instance = useEndpoint(instances.get, { params }, { enabled: instanceName !== '', live })
  const productId = instance.data?.product_id
  const query = { product_id: productId ?? '', ...(asked && { activity_id: asked }) }
  const label = useEndpoint(activities.user_label, { query }, { enabled: productId !== undefined, live })
  // named in the address, it is quoted all the same: the quote knows better why not
  const activityId = label.data && (label.data.activity_id ?? asked)
  const quote = useEndpoint(
    activities.quote,
    { params, body: { activity_id: activityId ?? '' } },
    { enabled: Boolean(activityId), live, every: computeRequoteDelay },
  )

  const offerOf = (): ActivityOffer | undefined => {
    if (!instance.data || !label.data) return undefined
    if (!activityId) return { instance: instance.data, quote: null, why_not: label.data.why_not ?? '活动已结束' }
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

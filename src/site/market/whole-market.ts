import type { Product } from '#contract/products.ts'
import { liveStore } from '#src/site/live/live-store.ts'

/** Everything on sale, kept current while somebody compares: what is picked may stand on another page of the list. */
export const whole_market = liveStore<Product[]>(async (signal) => {
  const { getWholeMarket } = await import('#src/site/offers/requests.ts')
  return getWholeMarket(signal)
})

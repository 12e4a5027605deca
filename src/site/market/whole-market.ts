import type { Product } from '#contract/products.ts'
import { createLiveStore } from '#src/site/live/live-store.ts'

/** Everything on sale, kept current while somebody compares: what is picked may stand on another page of the list. */
export const wholeMarketStore = createLiveStore<Product[]>(async (signal) => {
  const { listWholeMarket: getWholeMarket } = await import('#src/site/offers/requests.ts')
  return getWholeMarket(signal)
})

import type { Product } from '#contract/products.ts'
import { createLiveStore, type LiveStore } from '#src/site/live/live-store.ts'
import { buildMarketSearch, type MarketFilters } from './filters.ts'

export interface MarketPageData {
  products: Product[]
  total: number
}

const offerStores = new Map<string, LiveStore<MarketPageData>>()
const offerStoresMax = 30

/** The offers under these filters; going back to filters seen before shows at once what they gave. */
export function getMarketOfferStore(filters: MarketFilters): LiveStore<MarketPageData> {
  const key = buildMarketSearch(filters).toString()
  const known = offerStores.get(key)
  if (known) return known
  const store = createLiveStore(async (signal) => {
    const { getMarketPage } = await import('#src/site/offers/requests.ts')
    return getMarketPage(filters, signal)
  })
  if (offerStores.size >= offerStoresMax) offerStores.clear()
  offerStores.set(key, store)
  return store
}

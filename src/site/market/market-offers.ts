import type { Product } from '#contract/products.ts'
import { createLiveStore, type LiveStore } from '#src/site/live/live-store.ts'
import { buildMarketSearch, type MarketFilters } from './filters.ts'

export interface MarketPageData {
  products: Product[]
  total: number
}

const offerStores = new Map<string, LiveStore<MarketPageData>>()
const offerStoresMax = 30

/** The offers for the filters; results of earlier filters are shown at once from the cache. */
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

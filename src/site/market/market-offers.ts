import type { Product } from '#contract/products.ts'
import { type LiveStore, liveStore } from '#src/site/live/live-store.ts'
import { type Filters, searchOf } from './filters.ts'

export interface MarketPageData {
  products: Product[]
  total: number
}

const kept = new Map<string, LiveStore<MarketPageData>>()
const most_kept = 30

/** The offers under these filters; going back to filters seen before shows at once what they gave. */
export function marketOffers(filters: Filters): LiveStore<MarketPageData> {
  const key = searchOf(filters).toString()
  const known = kept.get(key)
  if (known) return known
  const store = liveStore(async (signal) => {
    const { getMarketPage } = await import('#src/site/offers/requests.ts')
    return getMarketPage(filters, signal)
  })
  if (kept.size >= most_kept) kept.clear()
  kept.set(key, store)
  return store
}

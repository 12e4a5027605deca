import { limits } from '#contract/limits.ts'
import { type Product, products } from '#contract/products.ts'
import { callEndpoint } from '#src/api/call.ts'
import { type MarketFilters, marketPageSize } from '#src/site/market/filters.ts'
import { compareByAvailability, type HomeOffer, pickBestOffers } from './offer.ts'

// Imported lazily: the page frame paints before the HTTP client has loaded.

export interface HomeData {
  /** The home list. */
  offers: HomeOffer[]
  /** Listed products in no activity, kept separately (requirements §7): their price is the same for everybody. */
  activityFree: HomeOffer[]
  /** The best offer of each product of the market, or of the home list if only that could be loaded. */
  best: HomeOffer[]
  /** Everything that can be rented; null if only the home list could be loaded. */
  market: Product[] | null
}

export async function listWholeMarket(signal: AbortSignal): Promise<Product[]> {
  const all: Product[] = []
  for (let page = 1; ; page += 1) {
    const { data, total } = await callEndpoint(products.list, { query: { page, page_size: limits.pageSizeMax } }, { signal })
    all.push(...data)
    if (data.length === 0 || all.length >= total) return all
  }
}

export async function getHomeData(signal: AbortSignal): Promise<HomeData> {
  const [home, market] = await Promise.all([
    callEndpoint(products.home, {}, { signal }),
    listWholeMarket(signal).catch(() => null), // the home list works without the market's details
  ])
  const details = new Map(market?.map((detail) => [detail.id, detail]))
  const sorted = [...home.data.data].sort(compareByAvailability)
  const offers = sorted.map((product) => ({ product, detail: details.get(product.id) }))
  return {
    market,
    offers,
    activityFree: offers.filter(({ product }) => product.activity === null),
    best: pickBestOffers(market?.map((product) => ({ product, detail: product })) ?? offers),
  }
}

export async function getMarketPage(filters: MarketFilters, signal: AbortSignal) {
  const { data, total } = await callEndpoint(products.list, { query: { ...filters, page_size: marketPageSize } }, { signal })
  return { products: data, total }
}

export async function getMarketChoices() {
  const [regions, models] = await Promise.all([callEndpoint(products.regions), callEndpoint(products.models)])
  return { regions: regions.data, models: models.data }
}

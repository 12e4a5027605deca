import { limits } from '#contract/limits.ts'
import { type Product, products } from '#contract/products.ts'
import { call } from '#src/api/call.ts'
import { type Filters, page_size } from '#src/site/market/filters.ts'
import { byUse, type Offer } from './offer.ts'

// Imported lazily: the frame of a page paints before the HTTP client has arrived.

export interface HomeData {
  /** The home list. */
  offers: Offer[]
  /** Those of them that are in no activity, kept separately (spec §7): they cost everybody the same. */
  activity_free: Offer[]
  /** Everything there is to rent; null when only the home list could be had. */
  market: Product[] | null
}

export async function getWholeMarket(signal: AbortSignal): Promise<Product[]> {
  const all: Product[] = []
  for (let page = 1; ; page += 1) {
    const { data, total } = await call(products.list, { query: { page, page_size: limits.page_size_max } }, { signal })
    all.push(...data)
    if (data.length === 0 || all.length >= total) return all
  }
}

export async function getHome(signal: AbortSignal): Promise<HomeData> {
  const [home, market] = await Promise.all([
    call(products.home, {}, { signal }),
    getWholeMarket(signal).catch(() => null), // the home list stands without the market's details
  ])
  const details = new Map(market?.map((detail) => [detail.id, detail]))
  const sorted = [...home.data.data].sort(byUse)
  const offers = sorted.map((product) => ({ product, detail: details.get(product.id) }))
  return { market, offers, activity_free: offers.filter(({ product }) => product.activity === null) }
}

export async function getMarketPage(filters: Filters, signal: AbortSignal) {
  const { data, total } = await call(products.list, { query: { ...filters, page_size } }, { signal })
  return { products: data, total }
}

export async function getChoices() {
  const [regions, models] = await Promise.all([call(products.regions), call(products.models)])
  return { regions: regions.data, models: models.data }
}

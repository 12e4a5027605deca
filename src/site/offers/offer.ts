import type { EndpointData } from '#contract/endpoint.ts'
import type { Product, products } from '#contract/products.ts'

export type HomeProduct = EndpointData<typeof products.home>['data'][number]

/** A product of the home list, with region, stock and memory if the market lists it. */
export interface HomeOffer {
  product: HomeProduct
  detail: Product | undefined
}

/** Sorts rentable products first, then by price, then by free cards. */
export const compareByAvailability = (a: HomeProduct, b: HomeProduct): number =>
  Number(b.gpu_idles > 0) - Number(a.gpu_idles > 0) || Number(a.price.hour) - Number(b.price.hour) || b.gpu_idles - a.gpu_idles

/** Keeps the best offer of each product; regions sell the same under one name. */
export const pickBestOffers = (offers: readonly HomeOffer[]): HomeOffer[] => {
  const sorted = offers.toSorted((a, b) => compareByAvailability(a.product, b.product))
  return sorted.filter(({ product }, at) => sorted.findIndex((other) => other.product.name === product.name) === at)
}

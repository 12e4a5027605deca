import type { EndpointData } from '#contract/endpoint.ts'
import type { Product, products } from '#contract/products.ts'

export type HomeProduct = EndpointData<typeof products.home>['data'][number]

/** A product of the home list, with region, stock and memory if the market lists it. */
export interface HomeOffer {
  product: HomeProduct
  detail: Product | undefined
}

/** Sorts rentable products first, then by price. */
export const compareByAvailability = (a: HomeProduct, b: HomeProduct): number =>
  Number(b.gpu_idles > 0) - Number(a.gpu_idles > 0) || Number(a.price.hour) - Number(b.price.hour)

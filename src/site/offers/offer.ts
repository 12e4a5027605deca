import type { EndpointData } from '#contract/endpoint.ts'
import type { Product, products } from '#contract/products.ts'

export type HomeProduct = EndpointData<typeof products.home>['data'][number]

/** A product of the home list and, when the market knows it too, what only the market tells: region, stock, memory. */
export interface HomeOffer {
  product: HomeProduct
  detail: Product | undefined
}

/** What can be rented first, the cheaper first within. */
export const compareByAvailability = (a: HomeProduct, b: HomeProduct): number =>
  Number(b.gpu_idles > 0) - Number(a.gpu_idles > 0) || Number(a.price.hour) - Number(b.price.hour)

import type { HomeOffer } from '#src/site/offers/offer.ts'
import { computeDiscountTenths, priceRules } from '#src/ui/catalogue/price.ts'

/** The products that cost less than their list price under at least one rule, in the order of the list. */
export const listDiscountedOffers = (offers: readonly HomeOffer[]): HomeOffer[] =>
  offers.filter(({ product }) => priceRules.some((rule) => computeDiscountTenths(product.price, rule)))

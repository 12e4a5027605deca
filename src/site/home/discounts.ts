import type { Offer } from '#src/site/offers/offer.ts'
import { discountOf, rules } from '#src/ui/catalogue/price.ts'

/** The products that cost less than their list price under at least one rule, in the order of the list. */
export const discounted = (offers: readonly Offer[]): Offer[] =>
  offers.filter(({ product }) => rules.some((rule) => discountOf(product.price, rule)))

import type { ChargeRule } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { computeHourlyPrice, findCheapestRule } from '#src/ui/catalogue/price.ts'

/** The lowest price per card and hour and its charge rule; `rule` is null when all three are equal. */
export function computeLowestHourly(price: Product['price']): { amount: string; rule: ChargeRule | null } {
  const rule = findCheapestRule(price)
  return { amount: computeHourlyPrice(price, rule ?? 'hour'), rule }
}

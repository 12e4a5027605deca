import type { ChargeRule } from '#contract/instances.ts'
import type { Product } from '#contract/products.ts'
import { computeHourlyPrice, findCheapestRule } from '#src/ui/catalogue/price.ts'

/** The least an hour of one card comes to, and by which way of paying; `rule` is null when all three come to the same. */
export function computeLowestHourly(price: Product['price']): { amount: string; rule: ChargeRule | null } {
  const rule = findCheapestRule(price)
  return { amount: computeHourlyPrice(price, rule ?? 'hour'), rule }
}

import { chargeRuleHours } from '#contract/charge-rule-hours.ts'
import type { ChargeRule } from '#contract/instances.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'

/**
 * Computes the price of the given number of cards per hour, day or week, and its hourly equivalent rounded to the nearest 分;
 * under an activity, `percent` % of it.
 */
export function computeRulePrice(
  { price }: Product,
  rule: ChargeRule,
  count: number,
  percent = 100,
): { period: string; hour: string } {
  const micro = (parsePriceMicro(price[rule]) * BigInt(percent) * BigInt(count)) / 100n
  const fenHours = chargeRuleHours[rule] * 10_000n
  return { period: formatMicroAsYuan(micro), hour: formatFenAsYuan((micro + fenHours / 2n) / fenHours) }
}

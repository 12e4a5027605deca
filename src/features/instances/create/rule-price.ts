import type { ChargeRule } from '#contract/instances.ts'
import { formatFenAsYuan, formatMicroAsYuan } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'

const periodHours = { hour: 1n, day: 24n, week: 168n } as const satisfies Record<ChargeRule, bigint>

/** What this many cards cost for one hour, day or week, and what that comes to per hour, to the nearest 分; under an activity `computePercent` of it. */
export function computeRulePrice(
  { price }: Product,
  rule: ChargeRule,
  count: number,
  percent = 100,
): { period: string; hour: string } {
  const micro = (parsePriceMicro(price[rule]) * BigInt(percent) * BigInt(count)) / 100n
  const fenHours = periodHours[rule] * 10_000n
  return { period: formatMicroAsYuan(micro), hour: formatFenAsYuan((micro + fenHours / 2n) / fenHours) }
}

import type { ChargeRule } from '#contract/instances.ts'
import { yuanOfFen, yuanOfMicro } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { microOfYuan } from '#src/ui/catalogue/price.ts'

const hours = { hour: 1n, day: 24n, week: 168n } as const satisfies Record<ChargeRule, bigint>

/** What this many cards cost for one hour, day or week, and what that comes to per hour, to the nearest 分; under an activity `percent` of it. */
export function rulePrice({ price }: Product, rule: ChargeRule, count: number, percent = 100): { period: string; hour: string } {
  const micro = (microOfYuan(price[rule]) * BigInt(percent) * BigInt(count)) / 100n
  const fen_hours = hours[rule] * 10_000n
  return { period: yuanOfMicro(micro), hour: yuanOfFen((micro + fen_hours / 2n) / fen_hours) }
}

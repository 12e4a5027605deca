import type { ChargeRule } from '#contract/instances.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'

type Price = Product['price']

export const rules = ['hour', 'day', 'week'] as const satisfies readonly ChargeRule[]
/** The words of the site; the console says 按量计费 for the same (contract/instances.ts). */
export const rule_names = { hour: '按小时', day: '包日', week: '包周' } as const satisfies Record<ChargeRule, string>
export const unit_names = { hour: '小时', day: '天', week: '周' } as const satisfies Record<ChargeRule, string>
const hours = { hour: 1n, day: 24n, week: 168n } as const satisfies Record<ChargeRule, bigint>

/** '2.28' → 2_280_000n */
export function microOfYuan(yuan: string): bigint {
  const [whole = '0', fraction = ''] = yuan.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}

/** What one hour costs under this rule, to the nearest 分. */
export function effectiveHourly(price: Price, rule: ChargeRule): string {
  const fen = (microOfYuan(price[rule]) * 2n + hours[rule] * 10_000n) / (hours[rule] * 20_000n)
  return yuanOfMicro(fen * 10_000n)
}

/** The rule with the lowest price per hour; null when all three come to the same. */
export function cheapestRule(price: Price): ChargeRule | null {
  const weekly = rules.map((rule) => ({ rule, cost: (microOfYuan(price[rule]) * hours.week) / hours[rule] }))
  const best = weekly.reduce((least, next) => (next.cost < least.cost ? next : least))
  return weekly.every(({ cost }) => cost === best.cost) ? null : best.rule
}

/** 8 for 2.28 → 1.824: tenths of the list price, as shops here say it; null when nothing is off. */
export function discountOf(price: Price, rule: ChargeRule): string | null {
  const now = microOfYuan(price[rule])
  const listed = microOfYuan(price[`${rule}_origin`])
  if (listed <= now) return null
  const hundredths = (now * 100n + listed / 2n) / listed
  if (hundredths === 0n || hundredths >= 100n) return null
  const digits = String(hundredths).padStart(2, '0')
  return `${digits[0]}${digits[1] === '0' ? '' : `.${digits[1]}`} 折`
}

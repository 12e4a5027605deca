import { chargeRuleHours } from '#contract/charge-rule-hours.ts'
import type { ChargeRule } from '#contract/instances.ts'
import { formatMicroAsYuan } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'

type Price = Product['price']

export const priceRules = ['hour', 'day', 'week'] as const satisfies readonly ChargeRule[]
/** Names used on the site; the console says 按量计费 for the hourly rule (contract/instances.ts). */
export const ruleNames = { hour: '按小时', day: '包日', week: '包周' } as const satisfies Record<ChargeRule, string>
export const unitNames = { hour: '小时', day: '天', week: '周' } as const satisfies Record<ChargeRule, string>

/** '2.28' → 2_280_000n */
export function parsePriceMicro(yuan: string): bigint {
  const [whole = '0', fraction = ''] = yuan.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0').slice(0, 6))
}

/** Returns the price per hour under this rule, rounded to the nearest 分. */
export function computeHourlyPrice(price: Price, rule: ChargeRule): string {
  const fen = (parsePriceMicro(price[rule]) * 2n + chargeRuleHours[rule] * 10_000n) / (chargeRuleHours[rule] * 20_000n)
  return formatMicroAsYuan(fen * 10_000n)
}

/** Returns the rule with the lowest price per hour; null if all three are equal. */
export function findCheapestRule(price: Price): ChargeRule | null {
  const weekly = priceRules.map((rule) => ({
    rule,
    cost: (parsePriceMicro(price[rule]) * chargeRuleHours.week) / chargeRuleHours[rule],
  }))
  const best = weekly.reduce((least, next) => (next.cost < least.cost ? next : least))
  return weekly.every(({ cost }) => cost === best.cost) ? null : best.rule
}

/** Returns the discount in tenths of the list price, as is customary in China: 8 for 2.28 → 1.824; null without a discount. */
export function computeDiscountTenths(price: Price, rule: ChargeRule): string | null {
  const now = parsePriceMicro(price[rule])
  const listed = parsePriceMicro(price[`${rule}_origin`])
  if (listed <= now) return null
  const hundredths = (now * 100n + listed / 2n) / listed
  if (hundredths === 0n || hundredths >= 100n) return null
  const digits = String(hundredths).padStart(2, '0')
  return `${digits[0]}${digits[1] === '0' ? '' : `.${digits[1]}`} 折`
}

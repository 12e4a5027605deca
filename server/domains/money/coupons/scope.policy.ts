import { type CouponScope, coupon_uses } from '#contract/coupons.ts'
import { charge_rules } from '#contract/instance.ts'
import type { Purpose } from '#server/ledger/vouchers.ts'

/** Names of products and regions, by id. */
export type Names = ReadonlyMap<string, string>

const listed = (words: readonly string[]) => words.join('、')
const named = (ids: readonly string[], names: Names) => listed(ids.map((id) => names.get(id) ?? id))

/** A scope in sentences, one for each limit; none is everything. */
export function scopeWords({ uses, product_ids, region_ids, charge_rules: rules }: CouponScope, names: Names): string[] {
  return [
    ...(uses ? [`用于${listed(uses.map((use) => coupon_uses[use]))}`] : []),
    ...(rules ? [`限${listed(rules.map((rule) => charge_rules[rule]))}`] : []),
    ...(product_ids ? [`限产品 ${named(product_ids, names)}`] : []),
    ...(region_ids ? [`限地域 ${named(region_ids, names)}`] : []),
  ]
}

/** Each reason for which a scope leaves something out, as a sentence. */
export function outsideOf(scope: CouponScope, purpose: Omit<Purpose, 'off'>, names: Names): string[] {
  const { uses, product_ids, region_ids, charge_rules: rules } = scope
  return [
    ...(uses && !uses.includes(purpose.use)
      ? [`只能用于${listed(uses.map((use) => coupon_uses[use]))}，不能用于${coupon_uses[purpose.use]}`]
      : []),
    ...(rules && !rules.includes(purpose.charge_rule)
      ? [`只限${listed(rules.map((rule) => charge_rules[rule]))}，这次是${charge_rules[purpose.charge_rule]}`]
      : []),
    ...(product_ids && !product_ids.includes(purpose.product_id) ? [`只限产品 ${named(product_ids, names)}`] : []),
    ...(region_ids && !region_ids.includes(purpose.region_id) ? [`只限地域 ${named(region_ids, names)}`] : []),
  ]
}

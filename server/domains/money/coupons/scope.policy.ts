import { type CouponScope, couponUses } from '#contract/coupons.ts'
import { chargeRules } from '#contract/instance.ts'
import type { ChargePurpose } from '#server/ledger/vouchers.ts'

/** Names of products and regions, by id. */
export type ScopeNames = ReadonlyMap<string, string>

const joinWords = (words: readonly string[]) => words.join('、')
const formatNames = (ids: readonly string[], names: ScopeNames) => joinWords(ids.map((id) => names.get(id) ?? id))

/** Formats a scope as sentences, one per limit; empty means everything. */
export function formatCouponScope(
  { uses, product_ids: productIds, region_ids: regionIds, charge_rules: rules }: CouponScope,
  names: ScopeNames,
): string[] {
  return [
    ...(uses ? [`用于${joinWords(uses.map((use) => couponUses[use]))}`] : []),
    ...(rules ? [`限${joinWords(rules.map((rule) => chargeRules[rule]))}`] : []),
    ...(productIds ? [`限产品 ${formatNames(productIds, names)}`] : []),
    ...(regionIds ? [`限地域 ${formatNames(regionIds, names)}`] : []),
  ]
}

/** Lists every reason why a scope excludes a purpose, as sentences. */
export function listScopeViolations(scope: CouponScope, purpose: Omit<ChargePurpose, 'off'>, names: ScopeNames): string[] {
  const { uses, product_ids: productIds, region_ids: regionIds, charge_rules: rules } = scope
  return [
    ...(uses && !uses.includes(purpose.use)
      ? [`只能用于${joinWords(uses.map((use) => couponUses[use]))}，不能用于${couponUses[purpose.use]}`]
      : []),
    ...(rules && !rules.includes(purpose.charge_rule)
      ? [`只限${joinWords(rules.map((rule) => chargeRules[rule]))}，这次是${chargeRules[purpose.charge_rule]}`]
      : []),
    ...(productIds && !productIds.includes(purpose.product_id) ? [`只限产品 ${formatNames(productIds, names)}`] : []),
    ...(regionIds && !regionIds.includes(purpose.region_id) ? [`只限地域 ${formatNames(regionIds, names)}`] : []),
  ]
}

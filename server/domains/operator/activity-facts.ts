import type { DiscountType } from '#contract/activities.ts'
import { type ActivityRow, hasTerms, type NewTerms } from '#server/domains/catalog/activities/manage-activities.service.ts'
import { type Facts, factsOf } from '#server/domains/operator/facts.ts'

/** Terms as a change request compares them; products in a fixed order, so that the same ones are the same. */
export const factsOfTerms = ({ product_ids, ...terms }: NewTerms): Facts =>
  factsOf({ ...terms, product_ids: [...product_ids].sort().join(',') })

/** The terms an activity has, or none yet. */
export function termsFacts(row: ActivityRow): Facts {
  if (!hasTerms(row)) return {}
  const { product_ids, discount_type, period, percent, audience, per_user, stock, for_existing, starts_at, ends_at } = row
  return factsOfTerms({
    product_ids,
    discount_type,
    period,
    percent,
    audience,
    per_user,
    stock,
    for_existing,
    starts_at,
    ends_at,
  })
}

/** The same from what was stored when they were requested. */
export const termsOfFacts = (facts: Facts): NewTerms => {
  const of = (field: keyof NewTerms): string => facts[field] ?? ''
  return {
    product_ids: of('product_ids').split(','),
    discount_type: of('discount_type') as DiscountType,
    period: Number(of('period')),
    percent: Number(of('percent')),
    audience: of('audience'),
    per_user: Number(of('per_user')),
    stock: of('stock') === '' ? null : Number(of('stock')),
    for_existing: of('for_existing') === 'true',
    starts_at: new Date(of('starts_at')),
    ends_at: new Date(of('ends_at')),
  }
}

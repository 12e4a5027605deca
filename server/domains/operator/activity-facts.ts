import type { DiscountType } from '#contract/activities.ts'
import {
  type ActivityRow,
  hasActivityTerms,
  type NewActivityTerms,
} from '#server/domains/catalog/activities/manage-activities.service.ts'
import { type AuditFacts, toAuditFacts } from '#server/domains/operator/facts.ts'

/** Returns terms in the form a change request compares; products are sorted, so that equal sets compare equal. */
export const toNewTermsFacts = ({ product_ids: productIds, ...terms }: NewActivityTerms): AuditFacts =>
  toAuditFacts({ ...terms, product_ids: [...productIds].sort().join(',') })

/** Returns the current terms of an activity; empty if it has none. */
export function toActivityTermsFacts(row: ActivityRow): AuditFacts {
  if (!hasActivityTerms(row)) return {}
  return toNewTermsFacts({
    product_ids: row.product_ids,
    discount_type: row.discount_type,
    period: row.period,
    percent: row.percent,
    audience: row.audience,
    per_user: row.per_user,
    stock: row.stock,
    for_existing: row.for_existing,
    starts_at: row.starts_at,
    ends_at: row.ends_at,
  })
}

/** Parses terms from the facts stored with the change request. */
export const parseTermsFacts = (facts: AuditFacts): NewActivityTerms => {
  const of = (field: keyof NewActivityTerms): string => facts[field] ?? ''
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

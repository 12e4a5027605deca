import { type Coupon, type CouponKind, CouponScope, type CouponSource } from '#contract/coupons.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { CouponRow } from '#server/domains/money/coupons/coupons.repo.ts'
import { formatCouponScope, type ScopeNames } from '#server/domains/money/coupons/scope.policy.ts'
import { formatCouponTerms } from '#server/domains/money/coupons/terms.policy.ts'

export const parseCouponScope = (row: { scope: unknown }): CouponScope => CouponScope.parse(row.scope)

export const presentCoupon = (row: CouponRow, names: ScopeNames): Coupon => ({
  id: row.id,
  name: row.name,
  kind: row.kind as CouponKind,
  state: row.state,
  terms: formatCouponTerms(row),
  scope: formatCouponScope(parseCouponScope(row), names),
  how: row.how as CouponSource,
  face: row.face_fen === null ? null : formatFenAsYuan(row.face_fen),
  remaining: row.remaining_fen === null ? null : formatFenAsYuan(row.remaining_fen),
  spent: formatFenAsYuan(row.spent_fen),
  order_id: row.order_id,
  valid_from: row.valid_from.toISOString(),
  valid_until: row.valid_until.toISOString(),
  claimed_at: row.claimed_at.toISOString(),
})

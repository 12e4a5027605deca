import { type Coupon, type CouponKind, CouponScope, type CouponWay } from '#contract/coupons.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { CouponRow } from '#server/domains/money/coupons/coupons.repo.ts'
import { type Names, scopeWords } from '#server/domains/money/coupons/scope.policy.ts'
import { termsWords } from '#server/domains/money/coupons/terms.policy.ts'

export const scopeOf = (row: { scope: unknown }): CouponScope => CouponScope.parse(row.scope)

export const presentCoupon = (row: CouponRow, names: Names): Coupon => ({
  id: row.id,
  name: row.name,
  kind: row.kind as CouponKind,
  state: row.state,
  terms: termsWords(row),
  scope: scopeWords(scopeOf(row), names),
  how: row.how as CouponWay,
  face: row.face_fen === null ? null : yuanOfFen(row.face_fen),
  remaining: row.remaining_fen === null ? null : yuanOfFen(row.remaining_fen),
  spent: yuanOfFen(row.spent_fen),
  order_id: row.order_id,
  valid_from: row.valid_from.toISOString(),
  valid_until: row.valid_until.toISOString(),
  claimed_at: row.claimed_at.toISOString(),
})

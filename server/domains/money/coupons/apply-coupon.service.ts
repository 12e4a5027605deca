import type { Kysely, Transaction } from 'kysely'
import { couponKinds } from '#contract/coupons.ts'
import { formatFenAsYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { parseCouponScope } from '#server/domains/money/coupons/coupons.presenter.ts'
import { type CouponRow, couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { listScopeViolations, type ScopeNames } from '#server/domains/money/coupons/scope.policy.ts'
import {
  computeCouponDiscount,
  formatCouponTerms,
  formatShortYuan,
  isVoucher,
} from '#server/domains/money/coupons/terms.policy.ts'
import type { ChargePurpose } from '#server/ledger/vouchers.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** An order to which a coupon may apply. */
export interface CouponPurchase extends Omit<ChargePurpose, 'off'> {
  /** Amount before the coupon. */
  amount_fen: bigint
}

const stateObstacles: Partial<Record<CouponRow['state'], string>> = {
  used_up: '已经用完',
  expired: '已经过期',
}

/** Lists every reason why a coupon or voucher cannot be used for a purchase now, as sentences; empty if it can. */
export function listCouponObstacles(row: CouponRow, purchase: CouponPurchase, names: ScopeNames): string[] {
  const { amount_fen: amountFen, use } = purchase
  const over = stateObstacles[row.state]
  const reasons = listScopeViolations(parseCouponScope(row), purchase, names)
  if (over) return [over]
  if (row.state === 'not_yet') reasons.unshift('还没到生效时间')
  if (isVoucher(row.kind)) return reasons
  if (use === 'usage' || amountFen === 0n) return [...reasons, '优惠券用于下单时付款，按量计费下单时不付款']
  if (amountFen < row.threshold_fen!)
    reasons.push(`满 ${formatShortYuan(row.threshold_fen!)} 元可用，还差 ${formatShortYuan(row.threshold_fen! - amountFen)} 元`)
  else if (computeCouponDiscount(row, amountFen) <= 0n) reasons.push('金额已是最低，没有可以减免的部分')
  return reasons
}

/** A line of a quote. */
export interface QuoteLine {
  title: string
  detail: string
  amount: string
}

export interface AppliedCoupon {
  discount_fen: bigint
  line: QuoteLine
}

type CouponQuery = CouponPurchase & {
  user_id: string
  coupon_id: string
  now: Date
  /** The unpaid order that reserves the coupon meanwhile. */
  order_id?: string | undefined
}

/**
 * Computes a coupon's discount on one order (product §5) and its line in the quote. Refuses at `coupon_id` with every reason.
 * Only reads; use `lockQuotedCoupon` before writing the order.
 */
export async function quoteCoupon(
  db: Kysely<DB>,
  { user_id: userId, coupon_id: couponId, now, order_id: orderId, ...purchase }: CouponQuery,
): Promise<AppliedCoupon> {
  const repo = couponsRepo(db, now)
  const found = await repo.find(userId, couponId)
  if (!found || isVoucher(found.kind)) throw createFieldRefusal('not_found', 'coupon_id', '优惠券不存在')
  const own = orderId !== undefined && found.order_id === orderId && found.valid_until > now
  const row = own ? { ...found, state: 'usable' as const } : found
  const [first, ...more] = listCouponObstacles(row, purchase, await repo.names())
  if (first) throw createFieldRefusal('coupon_unusable', 'coupon_id', [first, ...more].join('；'))
  const discountFen = computeCouponDiscount(row, purchase.amount_fen)
  const kind = couponKinds[row.kind as keyof typeof couponKinds]
  return {
    discount_fen: discountFen,
    line: { title: `${kind} ${row.name}`, detail: formatCouponTerms(row), amount: formatFenAsYuan(-discountFen) },
  }
}

/**
 * Locks and rechecks the coupon for the order written next. That order marks it used by naming it; refunding or cancelling the
 * order frees it. Refuses `quote_changed` if the discount differs from the quote.
 */
export async function lockQuotedCoupon(trx: Transaction<DB>, asked: CouponQuery, quotedFen: bigint): Promise<void> {
  await couponsRepo(trx, asked.now).lock(asked.coupon_id)
  const { discount_fen: discountFen } = await quoteCoupon(trx, asked)
  if (discountFen !== quotedFen) throw new Refusal('quote_changed')
}

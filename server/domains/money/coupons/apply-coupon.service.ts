import type { Kysely, Transaction } from 'kysely'
import { coupon_kinds } from '#contract/coupons.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { scopeOf } from '#server/domains/money/coupons/coupons.presenter.ts'
import { type CouponRow, couponsRepo } from '#server/domains/money/coupons/coupons.repo.ts'
import { type Names, outsideOf } from '#server/domains/money/coupons/scope.policy.ts'
import { discountOf, isVoucher, termsWords, yuanWords } from '#server/domains/money/coupons/terms.policy.ts'
import type { Purpose } from '#server/ledger/vouchers.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** One order that a coupon might take something off. */
export interface Purchase extends Omit<Purpose, 'off'> {
  /** Before the coupon. */
  amount_fen: bigint
}

const unlike: Partial<Record<CouponRow['state'], string>> = {
  used_up: '已经用完',
  expired: '已经过期',
}

/** Each reason why something held cannot be used for a purchase now, as a sentence; none when it can. */
export function reasonsAgainst(row: CouponRow, purchase: Purchase, names: Names): string[] {
  const { amount_fen, use } = purchase
  const over = unlike[row.state]
  const reasons = outsideOf(scopeOf(row), purchase, names)
  if (over) return [over]
  if (row.state === 'not_yet') reasons.unshift('还没到生效时间')
  if (isVoucher(row.kind)) return reasons
  if (use === 'usage' || amount_fen === 0n) return [...reasons, '优惠券用于下单时付款，按量计费下单时不付款']
  if (amount_fen < row.threshold_fen!)
    reasons.push(`满 ${yuanWords(row.threshold_fen!)} 元可用，还差 ${yuanWords(row.threshold_fen! - amount_fen)} 元`)
  else if (discountOf(row, amount_fen) <= 0n) reasons.push('金额已是最低，没有可以减免的部分')
  return reasons
}

/** A line of a quote. */
export interface Line {
  title: string
  detail: string
  amount: string
}

export interface Applied {
  discount_fen: bigint
  line: Line
}

type Asked = Purchase & {
  user_id: string
  coupon_id: string
  now: Date
  /** An order that waits for its money, and holds the coupon meanwhile. */
  order_id?: string | undefined
}

/**
 * What a coupon takes off one order (product §5), and the line a quote says it with. Refuses at `coupon_id` with every
 * reason. Only reads; `takeCoupon` is for the order that is written next.
 */
export async function applyCoupon(db: Kysely<DB>, { user_id, coupon_id, now, order_id, ...purchase }: Asked): Promise<Applied> {
  const repo = couponsRepo(db, now)
  const found = await repo.find(user_id, coupon_id)
  if (!found || isVoucher(found.kind)) throw refuseField('not_found', 'coupon_id', '优惠券不存在')
  const own = order_id !== undefined && found.order_id === order_id && found.valid_until > now
  const row = own ? { ...found, state: 'usable' as const } : found
  const [first, ...more] = reasonsAgainst(row, purchase, await repo.names())
  if (first) throw refuseField('coupon_unusable', 'coupon_id', [first, ...more].join('；'))
  const discount_fen = discountOf(row, purchase.amount_fen)
  const kind = coupon_kinds[row.kind as keyof typeof coupon_kinds]
  return { discount_fen, line: { title: `${kind} ${row.name}`, detail: termsWords(row), amount: yuanOfFen(-discount_fen) } }
}

/**
 * The same for an order that is written next and names the coupon, which makes it used; it is free again when that order
 * is refunded or cancelled. Refuses `quote_changed` when it takes off something else than was quoted.
 */
export async function takeCoupon(trx: Transaction<DB>, asked: Asked, quoted_fen: bigint): Promise<void> {
  await couponsRepo(trx, asked.now).lock(asked.coupon_id)
  const { discount_fen } = await applyCoupon(trx, asked)
  if (discount_fen !== quoted_fen) throw new Refusal('quote_changed')
}

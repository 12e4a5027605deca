import type { Transaction } from 'kysely'
import type { CouponUse } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import type { DB } from '#server/db/types.ts'
import { takeCoupon } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { post } from '#server/ledger/ledger.ts'
import { type Burnt, planBurn } from '#server/ledger/voucher-allocation.ts'
import {
  isInForce,
  lockPurse,
  movementsOf,
  type Purpose,
  type Purse,
  placesOf,
  takes,
  type Voucher,
  voucherPart,
} from '#server/ledger/vouchers.ts'
import { newId } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

type Booked = Omit<OrderRow, 'instance_name' | 'refunded_fen' | 'quoted'>
/** What was ordered, and what it costs once a coupon is taken off. */
export type NewOrder = Pick<
  Booked,
  | 'user_id'
  | 'kind'
  | 'title'
  | 'amount_fen'
  | 'charge_rule'
  | 'quantity'
  | 'instance_id'
  | 'price_id'
  | 'quote_id'
  | 'created_at'
> &
  Partial<Pick<Booked, 'activity_id'>> & {
    /** The order that has waited for its money, and is paid now. */
    saved?: Pick<Booked, 'id' | 'created_at'> | undefined
    /** What was taken off before `amount_fen`; refused `coupon_unusable` or `quote_changed` where it is not so any more. */
    coupon?: { id: string; discount_fen: bigint } | undefined
    /** Where the instance is, and what its owner can pay with: of a caller who has just made the one and holds the other. */
    place?: Pick<Purpose, 'product_id' | 'region_id'>
    purse?: Purse
  }

/** What an order is for, as vouchers and coupons see it. */
async function purposeOf(trx: Transaction<DB>, { kind, charge_rule, instance_id, place: known }: NewOrder): Promise<Purpose> {
  const place: Partial<Purpose> | undefined =
    known ?? (instance_id ? (await placesOf(trx, [instance_id])).get(instance_id) : undefined)
  const { product_id = '', region_id = '', off = [] } = place ?? {}
  return { use: kind as CouponUse, charge_rule: charge_rule as ChargeRule, product_id, region_id, off }
}

/** Vouchers that may pay for it burn first, then cash (product §5). */
async function burnFor(trx: Transaction<DB>, purpose: Purpose, wish: NewOrder): Promise<Burnt> {
  const { user_id, amount_fen, created_at, purse } = wish
  const { vouchers } = purse ?? (await lockPurse(trx, user_id))
  const serves = (voucher: Voucher) => isInForce(voucher, created_at) && takes(voucher, purpose)
  return planBurn([{ amount: amount_fen }], vouchers, serves).burnt[0]!
}

/**
 * Writes an order that is paid at once, and its posting: by vouchers first, then in cash. A coupon it names is used from
 * now. The caller has locked the wallet. Refuses `insufficient_balance`.
 */
export async function bookOrder(tx: Tx, wish: NewOrder): Promise<Booked> {
  const { saved, coupon, place: _, purse: __, ...wished } = wish
  const { user_id, amount_fen, created_at } = wish
  const purpose = await purposeOf(tx.db, wish)
  if (coupon) {
    const asked = { ...purpose, user_id, coupon_id: coupon.id, order_id: saved?.id, now: created_at }
    await takeCoupon(tx.db, { ...asked, amount_fen: amount_fen + coupon.discount_fen }, coupon.discount_fen)
  }
  const burnt = amount_fen > 0n ? await burnFor(tx.db, purpose, wish) : undefined
  const order: Booked = {
    activity_id: null,
    ...wished,
    ...(saved ?? { id: newId('order') }),
    // A new instance has still to run for the first time.
    status: wish.kind === 'create_instance' ? 'paid' : 'done',
    closed_at: null,
    closed_by: null,
    voucher_fen: burnt ? voucherPart(burnt) : 0n,
    discount_fen: coupon?.discount_fen ?? 0n,
    coupon_id: coupon?.id ?? null,
    expires_at: null,
    paid_at: created_at,
  }
  await (saved ? ordersRepo(tx.db).update(saved.id, { ...order, quoted: null }) : ordersRepo(tx.db).insert(order))
  if (burnt) {
    await post(tx.db, {
      idem: `order:${order.id}`,
      kind: 'order',
      title: order.title,
      ref: order.id,
      at: created_at,
      movements: movementsOf(user_id, [burnt], 'revenue'),
    })
    await publishChange(tx, { user_id, resource: 'wallet', id: null })
  }
  await publishChange(tx, { user_id, resource: 'orders', id: order.id })
  return order
}

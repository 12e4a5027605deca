import type { OperationNodeSource, Transaction } from 'kysely'
import type { CouponUse } from '#contract/coupons.ts'
import type { ChargeRule } from '#contract/instance.ts'
import { writeTogether } from '#server/db/together.ts'
import type { DB } from '#server/db/types.ts'
import { lockQuotedCoupon } from '#server/domains/money/coupons/apply-coupon.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { recordPosting } from '#server/ledger/ledger.ts'
import { allocateCharges, type ChargeAllocation } from '#server/ledger/voucher-allocation.ts'
import {
  type ChargePurpose,
  canVoucherPay,
  isVoucherValid,
  loadInstancePurposes,
  lockSpendableFunds,
  type SpendableFunds,
  sumVoucherPart,
  toPaymentMovements,
  type Voucher,
} from '#server/ledger/vouchers.ts'
import { newId } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

type BookedOrder = Omit<OrderRow, 'instance_name' | 'refunded_fen' | 'quoted'>
/** The order to book; `amount_fen` is the price after the coupon discount. */
export type NewOrder = Pick<
  BookedOrder,
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
  Partial<Pick<BookedOrder, 'activity_id'>> & {
    /** The pending order that is being paid now. */
    saved?: Pick<BookedOrder, 'id' | 'created_at'> | undefined
    /** Discount already deducted from `amount_fen`; throws `coupon_unusable` or `quote_changed` if it no longer applies. */
    coupon?: { id: string; discount_fen: bigint } | undefined
    /**
     * Location of the instance, and the owner's locked funds; passed by a caller that has just created the one and holds the
     * other.
     */
    place?: Pick<ChargePurpose, 'product_id' | 'region_id'>
    purse?: SpendableFunds
  }

/** Returns what the order is for, as vouchers and coupons match it. */
async function getOrderPurpose(
  trx: Transaction<DB>,
  { kind, charge_rule: chargeRule, instance_id: instanceId, place: known }: NewOrder,
): Promise<ChargePurpose> {
  const place: Partial<ChargePurpose> | undefined =
    known ?? (instanceId ? (await loadInstancePurposes(trx, [instanceId])).get(instanceId) : undefined)
  const { product_id: productId = '', region_id: regionId = '', off = [] } = place ?? {}
  return { use: kind as CouponUse, charge_rule: chargeRule as ChargeRule, product_id: productId, region_id: regionId, off }
}

/** Allocates eligible vouchers first; the rest is paid in cash (product §5). */
async function allocateVouchers(trx: Transaction<DB>, purpose: ChargePurpose, wish: NewOrder): Promise<ChargeAllocation> {
  const { user_id: userId, amount_fen: amountFen, created_at: createdAt, purse } = wish
  const { vouchers } = purse ?? (await lockSpendableFunds(trx, userId))
  const serves = (voucher: Voucher) => isVoucherValid(voucher, createdAt) && canVoucherPay(voucher, purpose)
  return allocateCharges([{ amount: amountFen }], vouchers, serves).burnt[0]!
}

/** An order whose row and posting are not written yet. */
interface PreparedOrder {
  order: BookedOrder
  write: OperationNodeSource
  /** Posts the payment of the written order. */
  finish(): Promise<void>
}

/** Writes an order that is paid at once, and its posting; see `prepareOrder`. */
export async function bookOrder(tx: Tx, wish: NewOrder): Promise<BookedOrder> {
  const { order, write, finish } = await prepareOrder(tx, wish)
  await writeTogether(tx.db, { order: write })
  await finish()
  return order
}

/**
 * Prepares an order that is paid at once: vouchers first, then cash. Marks its coupon as used. The caller has locked the wallet.
 * `finish` throws `insufficient_balance`.
 */
export async function prepareOrder(tx: Tx, wish: NewOrder): Promise<PreparedOrder> {
  const { saved, coupon, place: _, purse: __, ...wished } = wish
  const { user_id: userId, amount_fen: amountFen, created_at: createdAt } = wish
  const purpose = await getOrderPurpose(tx.db, wish)
  if (coupon) {
    const asked = { ...purpose, user_id: userId, coupon_id: coupon.id, order_id: saved?.id, now: createdAt }
    await lockQuotedCoupon(tx.db, { ...asked, amount_fen: amountFen + coupon.discount_fen }, coupon.discount_fen)
  }
  const burnt = amountFen > 0n ? await allocateVouchers(tx.db, purpose, wish) : undefined
  const order: BookedOrder = {
    activity_id: null,
    ...wished,
    ...(saved ?? { id: newId('order') }),
    // A new instance has not run yet.
    status: wish.kind === 'create_instance' ? 'paid' : 'done',
    closed_at: null,
    closed_by: null,
    voucher_fen: burnt ? sumVoucherPart(burnt) : 0n,
    discount_fen: coupon?.discount_fen ?? 0n,
    coupon_id: coupon?.id ?? null,
    expires_at: null,
    paid_at: createdAt,
  }
  const orders = ordersRepo(tx.db)
  return {
    order,
    write: saved ? orders.buildUpdate(saved.id, { ...order, quoted: null }) : orders.buildInsert(order),
    finish: async () => {
      if (burnt) {
        await recordPosting(tx.db, {
          idem: `order:${order.id}`,
          kind: 'order',
          title: order.title,
          ref: order.id,
          at: createdAt,
          movements: toPaymentMovements(userId, [burnt], 'revenue'),
        })
        await publishChange(tx, { user_id: userId, resource: 'wallet', id: null })
      }
      await publishChange(tx, { user_id: userId, resource: 'orders', id: order.id })
    },
  }
}

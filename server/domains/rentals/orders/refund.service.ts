import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { hasCountedForReward } from '#server/domains/accounts/invitations/reward-counted.service.ts'
import { endVouchersIfExpired } from '#server/domains/money/coupons/end-vouchers.service.ts'
import { cancelImagePeriods } from '#server/domains/money/creator-income/image-periods.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type OrderRow, ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { refundsRepo } from '#server/domains/rentals/orders/refunds.repo.ts'
import { listTakenFunds, recordPosting } from '#server/ledger/ledger.ts'
import { newId } from '#server/lib/ids.ts'
import type { Tx } from '#server/tx.ts'

type PaidOrder = Pick<OrderRow, 'id' | 'user_id' | 'title' | 'status' | 'amount_fen' | 'voucher_fen'>

export interface RefundAmounts {
  /** Cash refunded to the balance; at most the order's unrefunded cash. */
  cash_fen: bigint
  /** Also returns vouchers, so that the order costs nothing. */
  with_vouchers?: boolean
  reason: string
  operator_id?: string
  /** Whether the time that the order bought is revoked and no longer belongs to any order. */
  took_time?: boolean
  /** Idempotency key: one refund per key. Without it, each call is a separate refund. */
  idem?: string
}

/** Returns the cash of an order that can be refunded: paid, not yet refunded, and not counted for an inviter's reward. */
export const getRefundableFen = async (db: Kysely<DB>, order: PaidOrder): Promise<bigint> =>
  (order.status === 'paid' || order.status === 'done') && !(await hasCountedForReward(db, order.id))
    ? order.amount_fen - order.voucher_fen - (await refundsRepo(db).cashOf(order.id))
    : 0n

/**
 * Refunds a locked order, once per `idem`: posting, refund row and change notice. The order becomes 已退款 when all its cash is
 * refunded. Vouchers are returned only if the order costs nothing (product §5).
 */
export async function refundLockedOrder(tx: Tx, order: PaidOrder, back: RefundAmounts): Promise<void> {
  const id = newId('refund')
  const taken = back.with_vouchers ? await listTakenFunds(tx.db, `order:${order.id}`) : []
  const vouchers = taken.filter(({ from }) => typeof from === 'object' && 'voucher' in from)
  const leftFen = (await getRefundableFen(tx.db, order)) - back.cash_fen
  if (leftFen < 0n) throw new RangeError('more is given back than was paid')
  const at = tx.now()
  const transactionId = await recordPosting(tx.db, {
    idem: back.idem ?? `refund:${id}`,
    kind: 'refund',
    title: `退款：${order.title}`,
    ref: order.id,
    at,
    movements: [
      ...(back.cash_fen > 0n ? [{ from: 'revenue' as const, to: { user: order.user_id }, amount_fen: back.cash_fen }] : []),
      ...vouchers.map(({ from, amount_fen: amountFen }) => ({ from: 'revenue' as const, to: from, amount_fen: amountFen })),
    ],
  })
  if (transactionId === undefined) return
  await endVouchersIfExpired(
    tx,
    vouchers.flatMap(({ from }) => (typeof from === 'object' && 'voucher' in from ? [from.voucher] : [])),
  )
  const voucherFen = vouchers.reduce((sum, { amount_fen: amountFen }) => sum + amountFen, 0n)
  const { cash_fen: cashFen, reason, operator_id: operatorId = null, took_time: tookTime = false } = back
  const row = {
    id,
    order_id: order.id,
    cash_fen: cashFen,
    voucher_fen: voucherFen,
    reason,
    operator_id: operatorId,
    took_time: tookTime,
    transaction_id: transactionId,
    at,
  }
  await refundsRepo(tx.db).insert(row)
  if (leftFen === 0n) await ordersRepo(tx.db).setStatus(order.id, 'refunded')
  await publishChange(tx, { user_id: order.user_id, resource: 'wallet', id: null })
  await publishChange(tx, { user_id: order.user_id, resource: 'orders', id: order.id })
}

/** Whether all payments for the time of an instance were refunded; the instance may then no longer run. */
export const isInstanceRefunded = async (trx: Transaction<DB>, instanceId: string): Promise<boolean> =>
  (await ordersRepo(trx).findByInstance(instanceId))?.status === 'refunded' &&
  (await ordersRepo(trx).paidOf(instanceId)).every(({ kind }) => kind === 'lift')

/** Refunds the package of an instance that never ran (product §5: a failed start costs nothing). Returns the fen refunded. */
export async function refundUnstartedInstance(tx: Tx, instanceId: string): Promise<bigint> {
  const order = await ordersRepo(tx.db).findByInstance(instanceId)
  if (!order || order.status === 'refunded' || order.amount_fen === 0n) return 0n
  await refundLockedOrder(tx, order, {
    cash_fen: await getRefundableFen(tx.db, order),
    with_vouchers: true,
    reason: '实例没有运行成功',
    idem: `refund:${order.id}`,
  })
  await cancelImagePeriods(tx.db, order.id)
  return order.amount_fen
}

/** Marks the order as done when its instance runs for the first time: 已支付 becomes 已完成 (product §5). */
export async function completeOrder(tx: Tx, instanceId: string): Promise<void> {
  const order = await ordersRepo(tx.db).completePaid(instanceId)
  if (!order) return
  await publishChange(tx, { user_id: order.user_id, resource: 'orders', id: order.id })
}

/**
 * Closes the order of an instance that is released without ever running: a free order becomes 已取消, a package whose cards were
 * kept becomes 已完成.
 */
export async function closeUnusedOrder(tx: Tx, instanceId: string): Promise<void> {
  const order = await ordersRepo(tx.db).findByInstance(instanceId)
  if (order?.status !== 'paid') return
  const closing = { status: 'cancelled', closed_by: 'unused', closed_at: tx.now() }
  await ordersRepo(tx.db)
    .buildUpdate(order.id, order.amount_fen === 0n ? closing : { status: 'done' })
    .execute()
  await publishChange(tx, { user_id: order.user_id, resource: 'orders', id: order.id })
}

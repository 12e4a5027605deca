import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { computePaidPeriodsLeft, type PaidPeriod, splitRefund } from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { paidPeriodsRepo } from '#server/domains/rentals/orders/paid-periods.repo.ts'
import { getRefundableFen, refundLockedOrder } from '#server/domains/rentals/orders/refund.service.ts'
import type { Tx } from '#server/tx.ts'

/** Returns the remaining stretches of an instance's package per order, newest first. */
export async function listPaidPeriods(
  db: Kysely<DB>,
  row: Pick<InstanceRow, 'id' | 'expire_at'>,
  now: Date,
): Promise<PaidPeriod[]> {
  if (!row.expire_at) return []
  const repo = paidPeriodsRepo(db)
  return computePaidPeriodsLeft(await repo.bought(row.id), await repo.lifts(row.id), row.expire_at, now)
}

const toRefundIdemPrefix = (withOrder: string) => `back:${withOrder}:`

/** Sums the refunds made with the order of a change. */
export const sumChangeRefunds = (db: Kysely<DB>, orderId: string): Promise<bigint> =>
  paidPeriodsRepo(db).refunded(toRefundIdemPrefix(orderId))

/**
 * Refunds cash of stretches to the balance, from the last paid orders first. Returns the refunded amount, which is less than
 * asked if an operator has refunded such an order meanwhile. Idempotent per change order.
 */
export async function refundPaidPeriods(
  tx: Tx,
  {
    parts,
    reason,
    with_order: withOrder,
  }: { parts: readonly { stretch: PaidPeriod; back_fen: bigint }[]; reason: string; with_order: string },
): Promise<bigint> {
  const sums = new Map<string, bigint>()
  for (const { stretch, back_fen: backFen } of parts) {
    for (const { order_id: orderId, cash_fen: cashFen, lift } of splitRefund(stretch, backFen)) {
      sums.set(orderId, cashFen + (sums.get(orderId) ?? 0n))
      if (lift) await paidPeriodsRepo(tx.db).addReturned(stretch.order_id, orderId, cashFen)
    }
  }
  let given = 0n
  for (const [orderId, wanted] of sums) {
    const order = await ordersRepo(tx.db).lock(orderId)
    if (!order) continue
    const left = await getRefundableFen(tx.db, order)
    const cashFen = wanted < left ? wanted : left
    if (cashFen <= 0n) continue
    await refundLockedOrder(tx, order, { cash_fen: cashFen, reason, idem: `${toRefundIdemPrefix(withOrder)}${orderId}` })
    given += cashFen
  }
  return given
}

import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { ordersRepo } from '#server/domains/rentals/orders/orders.repo.ts'
import { type Stretch, splitBack, stretchesLeft } from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { stretchesRepo } from '#server/domains/rentals/orders/paid-periods.repo.ts'
import { giveBack, refundableFen } from '#server/domains/rentals/orders/refund.service.ts'
import type { Tx } from '#server/tx.ts'

/** What is left of an instance's package, order by order, the newest first. */
export async function stretchesOf(db: Kysely<DB>, row: Pick<InstanceRow, 'id' | 'expire_at'>, now: Date): Promise<Stretch[]> {
  if (!row.expire_at) return []
  const repo = stretchesRepo(db)
  return stretchesLeft(await repo.bought(row.id), await repo.lifts(row.id), row.expire_at, now)
}

const backIdem = (with_order: string) => `back:${with_order}:`

/** What went back to the balance with the order of a change. */
export const backWith = (db: Kysely<DB>, order_id: string): Promise<bigint> => stretchesRepo(db).refunded(backIdem(order_id))

/**
 * Gives cash of stretches back to the balance, from the orders that were paid last; answers what was given, which is less
 * than asked where an operator has refunded such an order meanwhile. Once for the order of the change.
 */
export async function giveBackOf(
  tx: Tx,
  { parts, reason, with_order }: { parts: readonly { stretch: Stretch; back_fen: bigint }[]; reason: string; with_order: string },
): Promise<bigint> {
  const sums = new Map<string, bigint>()
  for (const { stretch, back_fen } of parts) {
    for (const { order_id, cash_fen, lift } of splitBack(stretch, back_fen)) {
      sums.set(order_id, cash_fen + (sums.get(order_id) ?? 0n))
      if (lift) await stretchesRepo(tx.db).addReturned(stretch.order_id, order_id, cash_fen)
    }
  }
  let given = 0n
  for (const [order_id, wanted] of sums) {
    const order = await ordersRepo(tx.db).lock(order_id)
    if (!order) continue
    const left = await refundableFen(tx.db, order)
    const cash_fen = wanted < left ? wanted : left
    if (cash_fen <= 0n) continue
    await giveBack(tx, order, { cash_fen, reason, idem: `${backIdem(with_order)}${order_id}` })
    given += cash_fen
  }
  return given
}

import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { BoughtTime, PaidPeriodResize } from '#server/domains/rentals/orders/paid-periods.policy.ts'

/** All SQL of the time that orders bought for an instance. */
export const paidPeriodsRepo = (db: Kysely<DB>) => ({
  /**
   * Orders that sold time, newest first, with the cash paid and refunded. For two orders paid in the same millisecond the ledger
   * order decides.
   */
  bought: async (instanceId: string): Promise<BoughtTime[]> => {
    const { rows } = await sql<BoughtTime>`
      select o.id as order_id, (o.quantity * case o.charge_rule when 'week' then 604800 else 86400 end)::bigint as seconds,
        o.amount_fen, o.amount_fen - o.voucher_fen as cash_fen,
        coalesce((select sum(r.cash_fen) from order_refunds r where r.order_id = o.id), 0)::bigint as returned_fen,
        coalesce((select max(p.price_micro) from image_periods p where p.order_id = o.id), 0)::bigint as image_micro
      from orders o
      where o.instance_id = ${instanceId} and o.charge_rule <> 'hour' and o.kind <> 'lift' and o.status in ('paid', 'done', 'refunded')
        and not exists (select 1 from order_refunds r where r.order_id = o.id and r.took_time)
      order by o.paid_at desc, (
        select max(t.id) from ledger_transactions t where t.ref = o.id and t.kind = 'order') desc`.execute(db)
    return rows
  },
  lifts: (instanceId: string): Promise<PaidPeriodResize[]> =>
    db
      .selectFrom('stretch_lifts as l')
      .innerJoin('orders as o', 'o.id', 'l.order_id')
      .innerJoin('orders as u', 'u.id', 'l.lift_order_id')
      .where('o.instance_id', '=', instanceId)
      .select([
        'l.order_id',
        'l.lift_order_id',
        'l.used_s',
        'l.hour_micro',
        'l.price_micro',
        'l.value_fen',
        'l.cash_fen',
        'l.returned_fen',
        sql<bigint>`u.amount_fen - u.voucher_fen
          - coalesce((select sum(r.cash_fen) from order_refunds r where r.order_id = u.id), 0)::bigint`.as('order_left_fen'),
      ])
      .orderBy('l.id')
      .execute(),
  /** Sum of the refunds whose idempotency key begins with this prefix. */
  refunded: async (idem: string): Promise<bigint> => {
    const { rows } = await sql<{ fen: bigint }>`
      select coalesce(sum(r.cash_fen), 0)::bigint as fen from order_refunds r
      join ledger_transactions t on t.id = r.transaction_id where starts_with(t.idem, ${idem})`.execute(db)
    return rows[0]!.fen
  },
  insertLifts: async (rows: readonly Insertable<DB['stretch_lifts']>[]) => {
    if (rows.length > 0) await db.insertInto('stretch_lifts').values(rows).execute()
  },
  addReturned: (orderId: string, liftOrderId: string, fen: bigint) =>
    db
      .updateTable('stretch_lifts')
      .set({ returned_fen: sql`returned_fen + ${fen}` })
      .where('order_id', '=', orderId)
      .where('lift_order_id', '=', liftOrderId)
      .execute(),
})

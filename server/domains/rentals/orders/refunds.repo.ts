import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type RefundRow = Selectable<DB['order_refunds']>

/** All SQL of refunds. */
export const refundsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['order_refunds']>) => db.insertInto('order_refunds').values(row).execute(),
  ofOrder: (orderId: string): Promise<RefundRow[]> =>
    db.selectFrom('order_refunds').selectAll().where('order_id', '=', orderId).orderBy('at').orderBy('id').execute(),
  cashOf: async (orderId: string): Promise<bigint> => {
    const { fen } = await db
      .selectFrom('order_refunds')
      .where('order_id', '=', orderId)
      .select(sql<bigint>`coalesce(sum(cash_fen), 0)::bigint`.as('fen'))
      .executeTakeFirstOrThrow()
    return fen
  },
})

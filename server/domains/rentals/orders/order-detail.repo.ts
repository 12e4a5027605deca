import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of the details around one order. */
export const orderDetailRepo = (db: Kysely<DB>) => ({
  price: (id: string) => db.selectFrom('product_prices').select('version').where('id', '=', id).executeTakeFirstOrThrow(),
  product: (priceId: string) =>
    db
      .selectFrom('product_prices as v')
      .innerJoin('products as p', 'p.id', 'v.product_id')
      .select(['p.id', 'p.name'])
      .where('v.id', '=', priceId)
      .executeTakeFirstOrThrow(),
  instance: (id: string) => db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst(),
  nickname: async (userId: string): Promise<string> =>
    (await db.selectFrom('users').select('nickname').where('id', '=', userId).executeTakeFirstOrThrow()).nickname,
  isRefundPending: async (orderId: string): Promise<boolean> =>
    (await db
      .selectFrom('change_requests')
      .select('id')
      .where('kind', '=', 'refund')
      .where('target_id', '=', orderId)
      .where('status', '=', 'pending')
      .executeTakeFirst()) !== undefined,
  /** Ledger rows (收支明细) caused by an order, in posting order. */
  entries: (userId: string, orderId: string) =>
    db
      .selectFrom('ledger_entries as e')
      .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .where('t.ref', '=', orderId)
      .where('a.user_id', '=', userId)
      .where('a.kind', 'in', ['cash', 'voucher'])
      .select(['e.id', 't.title', 'a.kind', 'e.amount_fen', 't.at'])
      .orderBy('e.id')
      .execute(),
})

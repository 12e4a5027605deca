import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type RechargeRow = Selectable<DB['recharges']>

/** All SQL for recharges. User-facing reads name the owner; the cashier finds them by trade number. */
export const rechargesRepo = (db: Kysely<DB>) => {
  const owned = () =>
    db.selectFrom('recharges as r').innerJoin('users as u', 'u.id', 'r.user_id').selectAll('r').select('u.nickname')
  return {
    list: (userId: string, query: PageQuery & { status?: string }) => {
      const rows = db.selectFrom('recharges').selectAll().where('user_id', '=', userId)
      return loadPage(query.status ? rows.where('status', '=', query.status) : rows, query, 'created_at', 'id')
    },
    listAll: (query: PageQuery & { sort?: 'created_at' | 'amount'; keyword?: string; status?: string; channel?: string }) => {
      let rows = owned()
      if (query.status) rows = rows.where('r.status', '=', query.status)
      if (query.channel) rows = rows.where('r.channel', '=', query.channel)
      if (query.keyword) {
        const { keyword } = query
        rows = rows.where((eb) =>
          eb.or([
            eb('r.id', '=', keyword),
            eb('r.trade_no', '=', keyword),
            eb('r.provider_no', '=', keyword),
            eb('r.user_id', '=', keyword),
            eb('u.nickname', 'ilike', toLikePattern(keyword)),
          ]),
        )
      }
      return loadPage(rows, query, query.sort === 'amount' ? 'r.amount_fen' : 'r.created_at', 'r.id')
    },
    inviteCode: async (userId: string): Promise<string> =>
      (await db.selectFrom('users').select('invite_code').where('id', '=', userId).executeTakeFirstOrThrow()).invite_code,
    findAny: (id: string) => owned().where('r.id', '=', id).executeTakeFirst(),
    find: (userId: string, id: string) =>
      db.selectFrom('recharges').selectAll().where('user_id', '=', userId).where('id', '=', id).executeTakeFirst(),
    findByTrade: (tradeNo: string) => db.selectFrom('recharges').selectAll().where('trade_no', '=', tradeNo).executeTakeFirst(),
    lockByTrade: (tradeNo: string) =>
      db.selectFrom('recharges').selectAll().where('trade_no', '=', tradeNo).forNoKeyUpdate().executeTakeFirst(),
    /** Counts recharges that can still be paid. */
    countPending: async (userId: string, now: Date): Promise<number> => {
      const rows = db.selectFrom('recharges').where('user_id', '=', userId).where('status', '=', 'pending')
      const open = rows.where('expires_at', '>', now).select((eb) => eb.fn.countAll<bigint>().as('n'))
      return Number((await open.executeTakeFirstOrThrow()).n)
    },
    insert: (row: Insertable<DB['recharges']>) => db.insertInto('recharges').values(row).returningAll().executeTakeFirstOrThrow(),
    update: (id: string, changes: Updateable<DB['recharges']>) =>
      db.updateTable('recharges').set(changes).where('id', '=', id).execute(),
    /** Returns pending payments to check with the provider now. */
    due: (now: Date, count: number) =>
      db
        .selectFrom('recharges')
        .selectAll()
        .where('status', '=', 'pending')
        .where((eb) => eb.or([eb('next_check_at', '<=', now), eb('next_check_at', 'is', null)]))
        .orderBy('next_check_at')
        .limit(count)
        .execute(),
  }
}

import { type Insertable, type Kysely, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL for balance adjustments. */
export const adjustmentsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['balance_adjustments']>) => db.insertInto('balance_adjustments').values(row).execute(),
  /** Returns the net sum of all adjustments of a user's balance, in fen. */
  sumOf: async (userId: string): Promise<bigint> => {
    const { fen } = await db
      .selectFrom('balance_adjustments')
      .where('user_id', '=', userId)
      .select(sql<bigint>`coalesce(sum(amount_fen), 0)::bigint`.as('fen'))
      .executeTakeFirstOrThrow()
    return fen
  },
  list: (query: { page: number; page_size: number; sort?: 'at' | 'amount'; order?: 'asc' | 'desc'; keyword?: string }) => {
    let rows = db
      .selectFrom('balance_adjustments as b')
      .innerJoin('users as u', 'u.id', 'b.user_id')
      .innerJoin('users as r', 'r.id', 'b.requested_by')
      .leftJoin('users as p', 'p.id', 'b.approved_by')
      .selectAll('b')
      .select(['u.nickname', 'r.nickname as requester', 'p.nickname as approver'])
    if (query.keyword) {
      const like = toLikePattern(query.keyword)
      rows = rows.where((eb) =>
        eb.or([eb('b.reason', 'ilike', like), eb('u.nickname', 'ilike', like), eb('b.user_id', '=', query.keyword!)]),
      )
    }
    return loadPage(rows, query, query.sort === 'amount' ? 'b.amount_fen' : 'b.at', 'b.id')
  },
})

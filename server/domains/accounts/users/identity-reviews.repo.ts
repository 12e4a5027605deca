import type { Insertable, Kysely } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL for identity reviews. Only `lock` and `sealed` read sealed columns. */
export const identityReviewsRepo = (db: Kysely<DB>) => {
  const cases = () =>
    db
      .selectFrom('identity_reviews as c')
      .innerJoin('users as u', 'u.id', 'c.user_id')
      .leftJoin('users as d', 'd.id', 'c.decided_by')
      // Whether the number already verifies another account.
      .leftJoin('real_names as n', 'n.id_number_index', 'c.id_number_index')
      .select([
        'c.id',
        'c.user_id',
        'c.status',
        'c.name_masked',
        'c.id_number_masked',
        'c.reason',
        'c.submitted_at',
        'c.decided_at',
        'c.decided_by',
        'u.nickname',
        'd.nickname as decider',
        'n.user_id as twin_id',
      ])
  return {
    /** Returns false if a review is already pending. */
    insert: async (row: Insertable<DB['identity_reviews']>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('identity_reviews')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    latest: (userId: string) =>
      db
        .selectFrom('identity_reviews')
        .select(['status', 'name_masked', 'id_number_masked', 'reason', 'submitted_at'])
        .where('user_id', '=', userId)
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    /** Whether an identity review is pending for this user, or for the master of a sub-account. */
    isWaiting: async (userId: string): Promise<boolean> =>
      (await db
        .selectFrom('users as u')
        .innerJoin('identity_reviews as c', (join) =>
          join.on((eb) => eb('c.user_id', '=', eb.fn.coalesce('u.master_id', 'u.id'))),
        )
        .select('c.id')
        .where('u.id', '=', userId)
        .where('c.status', '=', 'pending')
        .executeTakeFirst()) !== undefined,
    cases: ({
      keyword,
      status,
      ...page
    }: {
      page: number
      page_size: number
      order?: 'asc' | 'desc'
      keyword?: string
      status?: string
    }) => {
      let rows = cases()
      if (status) rows = rows.where('c.status', '=', status)
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([eb('u.nickname', 'ilike', toLikePattern(keyword)), eb('u.id', '=', keyword), eb('c.id', '=', keyword)]),
        )
      }
      return loadPage(rows, { ...page, order: page.order ?? 'asc' }, 'c.submitted_at', 'c.id')
    },
    case: (id: string) => cases().where('c.id', '=', id).executeTakeFirst(),
    sealed: (id: string) => db.selectFrom('identity_reviews').selectAll().where('id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('identity_reviews').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Closes a review and deletes its sealed data, which is no longer needed. */
    close: (id: string, row: { status: 'passed' | 'refused'; reason?: string; decided_at: Date; decided_by: string }) =>
      db
        .updateTable('identity_reviews')
        .set({ ...row, name_cipher: null, id_number_cipher: null, id_number_index: null })
        .where('id', '=', id)
        .execute(),
  }
}

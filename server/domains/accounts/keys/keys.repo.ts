import type { Insertable, Kysely, Selectable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { ownedRowsRepo } from '#server/db/owned-rows.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type SecretKeyRow = Selectable<DB['secret_keys']>

/** All SQL for key pairs. Every read and write filters by owner. */
export const secretKeysRepo = (db: Kysely<DB>) => ({
  ...ownedRowsRepo(db, 'secret_keys'),
  list: (
    userId: string,
    query: {
      page: number
      page_size: number
      sort?: 'created_at' | 'name'
      order?: 'asc' | 'desc'
      keyword?: string
      /** Prefix of the key. */
      prefix?: string | undefined
    },
  ) => {
    let rows = db.selectFrom('secret_keys').where('user_id', '=', userId)
    if (query.keyword) {
      const like = toLikePattern(query.keyword)
      rows = rows.where((eb) => eb.or([eb('name', 'ilike', like), eb('fingerprint', 'like', like)]))
    }
    if (query.prefix) rows = rows.where('public_key', 'like', `${query.prefix}%`)
    return loadPage(rows.selectAll(), query, query.sort ?? 'created_at', 'id')
  },
  all: (userId: string) =>
    db
      .selectFrom('secret_keys')
      .select(['name', 'fingerprint', 'public_key'])
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .execute(),
  /** Returns false if the user already has this key. */
  insert: async (row: Insertable<DB['secret_keys']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('secret_keys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'fingerprint']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
})

import type { Insertable, Kysely, Selectable } from 'kysely'
import { containing } from '#server/db/like.ts'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type SecretKeyRow = Selectable<DB['secret_keys']>

/** All SQL of key pairs. Every read and write names the owner. */
export const secretKeysRepo = (db: Kysely<DB>) => ({
  list: (
    user_id: string,
    query: {
      page: number
      page_size: number
      sort?: 'created_at' | 'name'
      order?: 'asc' | 'desc'
      keyword?: string
      /** What the key begins with. */
      prefix?: string | undefined
    },
  ) => {
    let rows = db.selectFrom('secret_keys').where('user_id', '=', user_id)
    if (query.keyword) {
      const like = containing(query.keyword)
      rows = rows.where((eb) => eb.or([eb('name', 'ilike', like), eb('fingerprint', 'like', like)]))
    }
    if (query.prefix) rows = rows.where('public_key', 'like', `${query.prefix}%`)
    return pageOf(rows.selectAll(), query, query.sort ?? 'created_at', 'id')
  },
  all: (user_id: string) =>
    db
      .selectFrom('secret_keys')
      .select(['name', 'fingerprint', 'public_key'])
      .where('user_id', '=', user_id)
      .orderBy('created_at')
      .execute(),
  find: (user_id: string, id: string) =>
    db.selectFrom('secret_keys').selectAll().where('user_id', '=', user_id).where('id', '=', id).executeTakeFirst(),
  lockOwner: (user_id: string) => db.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute(),
  count: async (user_id: string) => {
    const { n } = await db
      .selectFrom('secret_keys')
      .select((eb) => eb.fn.countAll<bigint>().as('n'))
      .where('user_id', '=', user_id)
      .executeTakeFirstOrThrow()
    return Number(n)
  },
  /** False when the user has this key already. */
  insert: async (row: Insertable<DB['secret_keys']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('secret_keys')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'fingerprint']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  rename: (user_id: string, id: string, name: string) =>
    db
      .updateTable('secret_keys')
      .set({ name })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst(),
  remove: async (user_id: string, id: string) => {
    const { numDeletedRows } = await db
      .deleteFrom('secret_keys')
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
})

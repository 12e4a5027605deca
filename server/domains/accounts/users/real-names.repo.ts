import type { Insertable, Kysely, Selectable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type RealNameRow = Pick<Selectable<DB['real_names']>, 'kind' | 'name_masked' | 'id_number_masked' | 'verified_at'>

/** All SQL for verified identities. Only `sealed` reads sealed columns. */
export const realNamesRepo = (db: Kysely<DB>) => ({
  find: (userId: string): Promise<RealNameRow | undefined> =>
    db
      .selectFrom('real_names')
      .select(['kind', 'name_masked', 'id_number_masked', 'verified_at'])
      .where('user_id', '=', userId)
      .executeTakeFirst(),
  /** Selects a row if this user, or the master of a sub-account, is verified (product §6). */
  selectVerified: (userId: string) =>
    db
      .selectFrom('users as u')
      .innerJoin('real_names as r', (join) => join.on((eb) => eb('r.user_id', '=', eb.fn.coalesce('u.master_id', 'u.id'))))
      .select('r.user_id')
      .where('u.id', '=', userId),
  sealed: (userId: string) =>
    db.selectFrom('real_names').select(['name_cipher', 'id_number_cipher']).where('user_id', '=', userId).executeTakeFirst(),
  /** Returns whether the number verifies another account. */
  isTaken: async (idNumberIndex: string, userId: string): Promise<boolean> =>
    (await db
      .selectFrom('real_names')
      .select('user_id')
      .where('id_number_index', '=', idNumberIndex)
      .where('user_id', '<>', userId)
      .executeTakeFirst()) !== undefined,
  lock: (userId: string) =>
    db.selectFrom('real_names').select('user_id').where('user_id', '=', userId).forNoKeyUpdate().executeTakeFirst(),
  remove: (userId: string) => db.deleteFrom('real_names').where('user_id', '=', userId).execute(),
  /** Returns false if the user is already verified or the number verifies another account. */
  insert: async (row: Insertable<DB['real_names']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('real_names')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
})

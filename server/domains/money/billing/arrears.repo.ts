import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of the zero-balance clock. */
export const arrearsRepo = (db: Kysely<DB>) => ({
  since: async (user_id: string): Promise<Date | null> =>
    (await db.selectFrom('users').select('arrears_since').where('id', '=', user_id).executeTakeFirstOrThrow()).arrears_since,
  /** True when this call began the clock. */
  begin: async (user_id: string, at: Date): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ arrears_since: at })
      .where('id', '=', user_id)
      .where('arrears_since', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  restart: (user_id: string, at: Date) =>
    db.updateTable('users').set({ arrears_since: at }).where('id', '=', user_id).where('arrears_since', '>', at).execute(),
  end: (user_id: string) =>
    db
      .updateTable('users')
      .set({ arrears_since: null })
      .where('id', '=', user_id)
      .where('arrears_since', 'is not', null)
      .execute(),
})

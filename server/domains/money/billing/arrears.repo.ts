import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for the zero-balance clock. */
export const arrearsRepo = (db: Kysely<DB>) => ({
  since: async (userId: string): Promise<Date | null> =>
    (await db.selectFrom('users').select('arrears_since').where('id', '=', userId).executeTakeFirstOrThrow()).arrears_since,
  /** Starts the clock; returns true if this call started it. */
  begin: async (userId: string, at: Date): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ arrears_since: at })
      .where('id', '=', userId)
      .where('arrears_since', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  restart: (userId: string, at: Date) =>
    db.updateTable('users').set({ arrears_since: at }).where('id', '=', userId).where('arrears_since', '>', at).execute(),
  end: (userId: string) =>
    db
      .updateTable('users')
      .set({ arrears_since: null })
      .where('id', '=', userId)
      .where('arrears_since', 'is not', null)
      .execute(),
})

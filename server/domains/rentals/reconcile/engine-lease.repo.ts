import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Stores the token that the newest note on an engine has while this database's servers hold the lease `name` of it. */
export const engineLeaseRepo = (db: Kysely<DB>, name: string) => ({
  token: async (): Promise<string | undefined> => {
    const row = await db.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst()
    return row?.holder
  },
  /** Returns false if another of our nodes has replaced the token meanwhile. */
  replace: async (before: string | undefined, holder: string, until: Date): Promise<boolean> => {
    const written =
      before === undefined
        ? db
            .insertInto('leases')
            .values({ name, holder, until })
            .onConflict((conflict) => conflict.doNothing())
            .returning('name')
        : db.updateTable('leases').set({ holder, until }).where('name', '=', name).where('holder', '=', before).returning('name')
    return (await written.executeTakeFirst()) !== undefined
  },
})

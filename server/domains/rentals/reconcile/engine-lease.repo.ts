import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

const name = 'engine'

/** What the newest note on the engine says while it is this database whose servers work there. */
export const engineLeaseRepo = (db: Kysely<DB>) => ({
  token: async (): Promise<string | undefined> => {
    const row = await db.selectFrom('leases').select('holder').where('name', '=', name).executeTakeFirst()
    return row?.holder
  },
  /** False when another of our nodes has replaced it meanwhile. */
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

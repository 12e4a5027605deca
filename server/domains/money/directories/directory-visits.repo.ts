import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for browsers on their way to a provider and back. */
export const directoryVisitsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['directory_visits']>) => db.insertInto('directory_visits').values(row).execute(),
  /** Uses a visit up. Returns nothing if it is another browser's, is over, or was used already. */
  take: (stateHash: string, browserHash: string, now: Date) =>
    db
      .deleteFrom('directory_visits')
      .where('state_hash', '=', stateHash)
      .where('browser_hash', '=', browserHash)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst(),
})

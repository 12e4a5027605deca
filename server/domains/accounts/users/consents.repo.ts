import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for consents. */
export const consentsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['consents']>) => db.insertInto('consents').values(row).execute(),
  list: (userId: string) =>
    db.selectFrom('consents').select(['purpose', 'text_hash', 'ip', 'at']).where('user_id', '=', userId).orderBy('id').execute(),
})

import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of the watch: that some worker has been at work. */
export const watchRepo = (db: Kysely<DB>) => ({
  find: () => db.selectFrom('guard_watch').selectAll().forNoKeyUpdate().executeTakeFirst(),
  peek: () => db.selectFrom('guard_watch').selectAll().executeTakeFirst(),
  save: (ticked_at: Date, up_since: Date) =>
    db
      .insertInto('guard_watch')
      .values({ ticked_at, up_since })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ ticked_at, up_since }))
      .execute(),
})

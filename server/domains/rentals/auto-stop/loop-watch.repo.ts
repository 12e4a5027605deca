import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of the loop watch, which records that a worker is running. */
export const watchRepo = (db: Kysely<DB>) => ({
  find: () => db.selectFrom('guard_watch').selectAll().forNoKeyUpdate().executeTakeFirst(),
  peek: () => db.selectFrom('guard_watch').selectAll().executeTakeFirst(),
  save: (tickedAt: Date, upSince: Date) =>
    db
      .insertInto('guard_watch')
      .values({ ticked_at: tickedAt, up_since: upSince })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ ticked_at: tickedAt, up_since: upSince }))
      .execute(),
})

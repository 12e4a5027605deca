import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

export const billingClockRepo = (db: Kysely<DB>) => ({
  find: () => db.selectFrom('billing_clock').selectAll().forNoKeyUpdate().executeTakeFirst(),
  peek: () => db.selectFrom('billing_clock').selectAll().executeTakeFirst(),
  save: (ticked_at: Date, steady_since: Date) =>
    db
      .insertInto('billing_clock')
      .values({ ticked_at, steady_since })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ ticked_at, steady_since }))
      .execute(),
})

import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

export const billingClockRepo = (db: Kysely<DB>) => ({
  find: () => db.selectFrom('billing_clock').selectAll().forNoKeyUpdate().executeTakeFirst(),
  peek: () => db.selectFrom('billing_clock').selectAll().executeTakeFirst(),
  save: (tickedAt: Date, steadySince: Date) =>
    db
      .insertInto('billing_clock')
      .values({ ticked_at: tickedAt, steady_since: steadySince })
      .onConflict((conflict) => conflict.column('one').doUpdateSet({ ticked_at: tickedAt, steady_since: steadySince }))
      .execute(),
})

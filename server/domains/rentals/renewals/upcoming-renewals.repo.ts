import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

export const renewalsRepo = (db: Kysely<DB>) => ({
  /** Lists a user's packages that end between two moments and are not renewed by themselves. */
  lapsing: (userId: string, since: Date, until: Date) =>
    db
      .selectFrom('instances')
      .select(['id', 'nick_name', 'charge_rule', 'expire_at', 'expiry_policy'])
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
      .where('charge_rule', '<>', 'hour')
      .where('expiry_policy', '<>', 'renew')
      .where('started_at', 'is not', null)
      .where('expire_at', '>', since)
      .where('expire_at', '<=', until)
      .orderBy('expire_at')
      .execute(),
  /** Lists a user's packages that end between two moments and are renewed then. */
  due: (userId: string, since: Date, until: Date) =>
    db
      .selectFrom('instances')
      .selectAll()
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
      .where('charge_rule', '<>', 'hour')
      .where('expiry_policy', '=', 'renew')
      .where('started_at', 'is not', null)
      .where('expire_at', '>', since)
      .where('expire_at', '<=', until)
      .orderBy('expire_at')
      .execute(),
})

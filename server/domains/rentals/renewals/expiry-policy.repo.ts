import { type Insertable, type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Input of the expiry watch for one package. */
export interface WatchedPackage {
  id: string
  user_id: string
  nick_name: string
  expire_at: Date
  expiry_policy: string
  told_hours: number | null
  tried_at: Date | null
  failure: string | null
}

/** All SQL of expiry policies, and of the notices and renewal attempts before an expiry. */
export const expiryPolicyRepo = (db: Kysely<DB>) => ({
  /** Selects the default policy for a user's new packages; no row if none is set. */
  selectDefault: (userId: string) => db.selectFrom('charge_configs').select('expiry_policy').where('user_id', '=', userId),
  setDefault: (row: Insertable<DB['charge_configs']>) =>
    db
      .insertInto('charge_configs')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  /** Returns the notices and attempts of this expiry; not those of an earlier one. */
  watchOf: (instanceId: string, expireAt: Date) =>
    db
      .selectFrom('expiry_watch')
      .selectAll()
      .where('instance_id', '=', instanceId)
      .where('expire_at', '=', expireAt)
      .executeTakeFirst(),
  /** Records a notice or an attempt for an expiry; clears what was recorded for another one. */
  note: async (
    instanceId: string,
    expireAt: Date,
    change: { told_hours: number } | { tried_at: Date; failure: string } | { tried_at: null; failure: null },
  ) => {
    const fresh = { told_hours: null, tried_at: null, failure: null, ...change }
    await db
      .insertInto('expiry_watch')
      .values({ instance_id: instanceId, expire_at: expireAt, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('instance_id')
          .doUpdateSet({ expire_at: expireAt, ...fresh })
          .where('expiry_watch.expire_at', '<>', expireAt),
      )
      .execute()
    await db
      .updateTable('expiry_watch')
      .set(change)
      .where('instance_id', '=', instanceId)
      .where('expire_at', '=', expireAt)
      .execute()
  },
  /** Lists packages that end between `now` and `until`, with their notices and the time of the last purchase. */
  ending: async (now: Date, until: Date): Promise<(WatchedPackage & { bought_at: Date | null })[]> => {
    const { rows } = await sql<WatchedPackage & { bought_at: Date | null }>`
      select i.id, i.user_id, i.nick_name, i.expire_at, i.expiry_policy, w.told_hours, w.tried_at, w.failure,
        (select max(o.paid_at) from orders o where o.instance_id = i.id and o.charge_rule <> 'hour' and o.kind <> 'lift') as bought_at
      from instances i left join expiry_watch w on w.instance_id = i.id and w.expire_at = i.expire_at
      where i.released_at is null and i.charge_rule <> 'hour' and i.started_at is not null and i.expire_at > ${now} and i.expire_at <= ${until}`.execute(
      db,
    )
    return rows
  },
  /** Lists packages with automatic renewal that end before `until`, or have ended and still hold their cards. */
  toRenew: async (until: Date, triedBefore: Date): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select i.id from instances i left join expiry_watch w on w.instance_id = i.id and w.expire_at = i.expire_at
      where i.released_at is null and i.charge_rule <> 'hour' and i.expiry_policy = 'renew' and i.started_at is not null
        and i.expire_at <= ${until} and (w.tried_at is null or w.tried_at <= ${triedBefore})
        and exists (select 1 from gpus g where g.instance_id = i.id)
      order by i.expire_at`.execute(db)
    return rows.map(({ id }) => id)
  },
})

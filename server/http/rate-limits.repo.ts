import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { RateBucket } from '#server/http/rate-limits.policy.ts'

/** All SQL for the counters, which all nodes share. */
export const rateLimitsRepo = (db: Kysely<DB>) => ({
  /**
   * Locks the counters of `keys` until the transaction ends and creates missing ones, in one statement, so that none can be removed
   * in between; the fixed order prevents deadlocks.
   */
  lock: async (keys: readonly string[], now: Date): Promise<Map<string, RateBucket>> => {
    const sorted = [...keys].sort()
    const rows = await db
      .insertInto('rate_limits')
      .values(sorted.map((key) => ({ key, window_started_at: now, hits: 0 })))
      .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ hits: eb.ref('rate_limits.hits') })))
      .returningAll()
      .execute()
    return new Map(rows.map(({ key, ...bucket }) => [key, bucket]))
  },
  /** Reads existing counters of `keys` without a lock. */
  read: async (keys: readonly string[]): Promise<Map<string, RateBucket>> => {
    const rows = await db.selectFrom('rate_limits').selectAll().where('key', 'in', keys).execute()
    return new Map(rows.map(({ key, ...bucket }) => [key, bucket]))
  },
  /** Marks `keys` and returns those that were not marked before. */
  mark: async (keys: readonly string[], now: Date): Promise<string[]> => {
    const rows = await db
      .insertInto('rate_limits')
      .values(keys.map((key) => ({ key, window_started_at: now, hits: 1 })))
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .execute()
    return rows.map(({ key }) => key)
  },
  save: (key: string, bucket: RateBucket) => db.updateTable('rate_limits').set(bucket).where('key', '=', key).execute(),
  giveBack: (keys: readonly string[]) =>
    db.updateTable('rate_limits').set({ hits: sql<number>`greatest(hits - 1, 0)` }).where('key', 'in', keys).execute(),
  remove: (keys: readonly string[]) => db.deleteFrom('rate_limits').where('key', 'in', keys).execute(),
})

import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of running calls. */
export const callsRepo = (db: Kysely<DB>) => ({
  /**
   * Locks the user's account until the transaction ends, so that calls of one user begin and end one at a time. Returns the carry
   * below 1 fen.
   */
  lockAccount: async (userId: string): Promise<bigint> => {
    const { carry_pico: carryPico } = await db
      .insertInto('llm_accounts')
      .values({ user_id: userId })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((eb) => ({ carry_pico: eb.ref('llm_accounts.carry_pico') })),
      )
      .returning('carry_pico')
      .executeTakeFirstOrThrow()
    return carryPico
  },
  /** An update to be executed. */
  buildCarryUpdate: (userId: string, carryPico: bigint) =>
    db.updateTable('llm_accounts').set({ carry_pico: carryPico }).where('user_id', '=', userId),
  /**
   * Returns what running calls have reserved (per user, and per key), and how many calls of the key (or without a key) began
   * since `since`.
   */
  standing: async (userId: string, keyId: string | null, since: Date) => {
    const { rows } = await sql<{
      user_pico: bigint
      key_pico: bigint
      begun: number
      oldest: Date | null
      newest: Date | null
    }>`
      select (select coalesce(sum(reserved_pico), 0)::bigint from llm_calls where user_id = ${userId} and ended_at is null) as user_pico,
        (select coalesce(sum(reserved_pico), 0)::bigint from llm_calls
         where user_id = ${userId} and ended_at is null and key_id = ${keyId}) as key_pico,
        b.begun, b.oldest, b.newest
      from (select count(*)::int as begun, min(started_at) as oldest, max(started_at) as newest from llm_calls
         where user_id = ${userId} and key_id is not distinct from ${keyId}::text and started_at > ${since}) as b`.execute(db)
    return rows[0]!
  },
  insert: (row: Insertable<DB['llm_calls']>) => db.insertInto('llm_calls').values(row).execute(),
  /** Locks a running call; undefined if it has ended. */
  lockOpen: (id: string) =>
    db
      .selectFrom('llm_calls as c')
      .innerJoin('llm_prices as p', 'p.id', 'c.price_id')
      .where('c.id', '=', id)
      .where('c.ended_at', 'is', null)
      .selectAll('c')
      .select(['p.input_micro', 'p.cached_micro', 'p.output_micro'])
      .forNoKeyUpdate('c')
      .executeTakeFirst(),
  renew: (id: string, changes: Pick<Updateable<DB['llm_calls']>, 'lease_until' | 'seen_prompt' | 'seen_completion'>) =>
    db.updateTable('llm_calls').set(changes).where('id', '=', id).where('ended_at', 'is', null).execute(),
  /** An update to be executed. */
  buildEnd: (id: string, changes: Updateable<DB['llm_calls']>) => db.updateTable('llm_calls').set(changes).where('id', '=', id),
  /** Running calls whose lease has expired, because their node died. */
  lost: (now: Date, limit: number) =>
    db
      .selectFrom('llm_calls')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('lease_until', '<', now)
      .orderBy('lease_until')
      .limit(limit)
      .execute(),
})

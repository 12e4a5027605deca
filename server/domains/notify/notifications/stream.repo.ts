import { type Kysely, sql, type Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'

export interface StreamRow {
  position: bigint
  user_id: string | null
  message: unknown
}

/** Arbitrary advisory lock id that keeps two sequencers apart. */
const sequencerLock = 7_130_001

/** All SQL for the stream. */
export const streamRepo = (db: Kysely<DB>) => ({
  /** An insert to be executed; its text does not depend on the number of rows. */
  buildInsert: (rows: readonly { user_id: string | null; message: string; created_at: Date }[]) => sql`
      insert into stream_events (user_id, message, created_at)
      select n.user_id, n.message::jsonb, n.created_at
      from unnest(${rows.map((row) => row.user_id)}::text[], ${rows.map(({ message }) => message)}::text[],
        ${rows.map((row) => row.created_at)}::timestamptz[]) with ordinality as n(user_id, message, created_at, nth)
      order by n.nth`,
  /** Assigns stream positions to committed events, so that no later commit can get an earlier position. */
  place: async (trx: Transaction<DB>) => {
    await sql`select pg_advisory_xact_lock(${sequencerLock})`.execute(trx)
    await sql`
      update stream_events e set position = o.position
      from (select id, nextval('stream_position') as position from (select id from stream_events where position is null order by id) u) o
      where e.id = o.id`.execute(trx)
  },
  /** Returns the first and last retained positions; the last one is always retained. */
  kept: async (): Promise<{ oldest: bigint; head: bigint }> => {
    const { rows } = await sql<{ oldest: bigint; head: bigint }>`
      select coalesce(min(position), 0)::bigint as oldest, coalesce(max(position), 0)::bigint as head from stream_events`.execute(
      db,
    )
    return rows[0]!
  },
  /** Returns those of these sessions that have ended: signed out, or of a frozen account. */
  endedSessions: async (ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return []
    const rows = await db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .select('s.id')
      .where('s.id', 'in', ids)
      .where((eb) => eb.or([eb('s.revoked_at', 'is not', null), eb('u.frozen_at', 'is not', null)]))
      .execute()
    return rows.map(({ id }) => id)
  },
  after: (position: bigint, limit: number): Promise<StreamRow[]> =>
    db
      .selectFrom('stream_events')
      .select([sql<bigint>`position`.as('position'), 'user_id', 'message'])
      .where('position', '>', position)
      .orderBy('position')
      .limit(limit)
      .execute(),
  afterFor: (userId: string, position: bigint, limit: number): Promise<StreamRow[]> =>
    db
      .selectFrom('stream_events')
      .select([sql<bigint>`position`.as('position'), 'user_id', 'message'])
      .where('position', '>', position)
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('user_id', 'is', null)]))
      .orderBy('position')
      .limit(limit)
      .execute(),
})

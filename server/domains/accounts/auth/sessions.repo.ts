import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type SessionRevocationReason =
  | 'logout'
  | 'refresh_reused'
  | 'password_reset'
  | 'password_changed'
  | 'phone_changed'
  | 'ended_elsewhere'
  | 'ended'
  | 'closing'
  | 'frozen'
  | 'role_changed'
  | 'second_factor_added'
  | 'second_factor_reset'

/** All SQL for sessions and their refresh tokens. */
export const sessionsRepo = (db: Kysely<DB>) => {
  const live = (userId: string) => db.selectFrom('sessions').where('user_id', '=', userId).where('revoked_at', 'is', null)
  return {
    insert: (row: Insertable<DB['sessions']>) => db.insertInto('sessions').values(row).execute(),
    insertToken: (row: Insertable<DB['refresh_tokens']>) => db.insertInto('refresh_tokens').values(row).execute(),
    /** Locks the token with its session and account until the transaction ends, to serialise parallel refreshes. */
    lockToken: (hash: string) =>
      db
        .selectFrom('refresh_tokens as t')
        .innerJoin('sessions as s', 's.id', 't.session_id')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .where('t.hash', '=', hash)
        .select([
          't.session_id',
          't.expires_at',
          't.rotated_at',
          's.user_id',
          's.created_at',
          's.revoked_at',
          'u.role',
          'u.phone',
          'u.frozen_at',
        ])
        .forNoKeyUpdate('t')
        .executeTakeFirst(),
    /** Returns those hashes that belong to a token. */
    tokensAmong: async (hashes: string[]): Promise<string[]> =>
      (await db.selectFrom('refresh_tokens').select('hash').where('hash', 'in', hashes).execute()).map(({ hash }) => hash),
    markRotated: (hash: string, now: Date) =>
      db.updateTable('refresh_tokens').set({ rotated_at: now }).where('hash', '=', hash).execute(),
    stepUp: (id: string, now: Date) => db.updateTable('sessions').set({ stepped_up_at: now }).where('id', '=', id).execute(),
    touch: (id: string, now: Date) => db.updateTable('sessions').set({ last_seen_at: now }).where('id', '=', id).execute(),
    /** Returns false if the session was already revoked. */
    revoke: async (id: string, revokedBecause: SessionRevocationReason, now: Date) => {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ revoked_at: now, revoked_because: revokedBecause })
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    /** Revokes all sessions of a user, or all but one, and returns their ids. */
    revokeAll: async (userId: string, revokedBecause: SessionRevocationReason, now: Date, but = '') => {
      const rows = await db
        .updateTable('sessions')
        .set({ revoked_at: now, revoked_because: revokedBecause })
        .where('user_id', '=', userId)
        .where('id', '<>', but)
        .where('revoked_at', 'is', null)
        .returning('id')
        .execute()
      return rows.map(({ id }) => id)
    },
    /** Lists the sessions that a refresh token can still continue, most recently seen first. */
    list: (userId: string, seenAfter: Date) =>
      live(userId)
        .select(['id', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
        .where('last_seen_at', '>', seenAfter)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id')
        .execute(),
    revokeOwn: async (id: string, userId: string, revokedBecause: SessionRevocationReason, now: Date) => {
      const { numUpdatedRows } = await db
        .updateTable('sessions')
        .set({ revoked_at: now, revoked_because: revokedBecause })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('revoked_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    /** Erases the devices and addresses of a closed account. */
    blank: (userId: string) => db.updateTable('sessions').set({ ip: '', user_agent: '' }).where('user_id', '=', userId).execute(),
    isSignedIn: async (userId: string) => (await live(userId).select('id').limit(1).executeTakeFirst()) !== undefined,
    isSignedInWith: async (userId: string, userAgent: string) =>
      (await live(userId).select('id').where('user_agent', '=', userAgent).limit(1).executeTakeFirst()) !== undefined,
    /** Returns the addresses a phone's account signed in from and was seen at since a time, excluding sessions forced to end. */
    addressesOf: async (phone: string, since: Date): Promise<string[]> => {
      const rows = await db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .where('u.phone', '=', phone)
        .where('s.last_seen_at', '>', since)
        .where((eb) => eb.or([eb('s.revoked_at', 'is', null), eb('s.revoked_because', '=', 'logout')]))
        .select('s.ip')
        .orderBy('s.last_seen_at', 'desc')
        .limit(100)
        .execute()
      return rows.map(({ ip }) => ip)
    },
    isSignedInFrom: async (phone: string, ip: string) =>
      (await db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .where('u.phone', '=', phone)
        .where('s.revoked_at', 'is', null)
        .where('s.ip', '=', ip)
        .select('s.id')
        .limit(1)
        .executeTakeFirst()) !== undefined,
  }
}

import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of checking who a token speaks for. */
export const sessionsRepo = (db: Kysely<DB>) => ({
  /** The user of a session that has not been revoked. */
  findUser: (session_id: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', session_id)
      .where('sessions.revoked_at', 'is', null)
      .select(['users.id', 'users.account_type', 'users.role', 'users.is_tencent', 'users.frozen_at'])
      .executeTakeFirst(),
})

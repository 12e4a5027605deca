import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of checking who a token speaks for, and when he last proved it. */
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
  steppedUpAt: async (session_id: string): Promise<Date | null> =>
    (await db.selectFrom('sessions').select('stepped_up_at').where('id', '=', session_id).executeTakeFirst())?.stepped_up_at ??
    null,
})

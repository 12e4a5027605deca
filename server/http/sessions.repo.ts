import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of checking who a token speaks for, and when he last proved it. */
export const tokenSessionsRepo = (db: Kysely<DB>) => ({
  /** The user of a session that has not been revoked. */
  findUser: (sessionId: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', sessionId)
      .where('sessions.revoked_at', 'is', null)
      .select(['users.id', 'users.account_type', 'users.role', 'users.is_tencent', 'users.frozen_at'])
      .executeTakeFirst(),
  steppedUpAt: async (sessionId: string): Promise<Date | null> =>
    (await db.selectFrom('sessions').select('stepped_up_at').where('id', '=', sessionId).executeTakeFirst())?.stepped_up_at ??
    null,
})

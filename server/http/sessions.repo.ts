import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for checking the session of a token and its last step-up. */
export const tokenSessionsRepo = (db: Kysely<DB>) => ({
  /** Returns the user of a session that is not revoked. */
  findUser: (sessionId: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', sessionId)
      .where('sessions.revoked_at', 'is', null)
      .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
      .select([
        'users.id',
        'users.account_type',
        'users.role',
        'users.is_tencent',
        'users.frozen_at',
        'second_factors.added_at as second_factor_added_at',
      ])
      .executeTakeFirst(),
  steppedUpAt: async (sessionId: string): Promise<Date | null> =>
    (await db.selectFrom('sessions').select('stepped_up_at').where('id', '=', sessionId).executeTakeFirst())?.stepped_up_at ??
    null,
})

import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for sign-ins that wait for their second step. */
export const signInTicketsRepo = (db: Kysely<DB>) => ({
  insert: (row: Insertable<DB['sign_in_tickets']>) => db.insertInto('sign_in_tickets').values(row).execute(),
  /** Counts one try, and returns the ticket if it may still be used by this browser. */
  claimTry: (
    tokenHash: string,
    { user_agent: userAgent, tries_max: triesMax }: { user_agent: string; tries_max: number },
    now: Date,
  ) =>
    db
      .updateTable('sign_in_tickets')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('token_hash', '=', tokenHash)
      .where('user_agent', '=', userAgent)
      .where('tries', '<', triesMax)
      .where('expires_at', '>', now)
      .returning(['user_id', 'open_id'])
      .executeTakeFirst(),
  /** Uses the ticket up. Returns false if that has happened already. */
  take: async (tokenHash: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('sign_in_tickets')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirstOrThrow()
    return numDeletedRows === 1n
  },
  removeAll: (userId: string) => db.deleteFrom('sign_in_tickets').where('user_id', '=', userId).execute(),
})

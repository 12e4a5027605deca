import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { hashTicket } from '#server/lib/ids.ts'

/** All SQL of one-time terminal tickets, stored as hashes. */
export const ticketsRepo = (db: Kysely<DB>) => ({
  insert: (ticket: string, row: { instance_id: string; user_id: string; expires_at: Date }) =>
    db
      .insertInto('terminal_tickets')
      .values({ hash: hashTicket(ticket), ...row })
      .execute(),
  take: (ticket: string) =>
    db.deleteFrom('terminal_tickets').where('hash', '=', hashTicket(ticket)).returningAll().executeTakeFirst(),
  /** Whether the user's session is active and the account is not frozen. */
  isSignedIn: async (sessionId: string, userId: string): Promise<boolean> => {
    const session = db
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.id', '=', sessionId)
      .where('u.id', '=', userId)
      .where('s.revoked_at', 'is', null)
      .where('u.frozen_at', 'is', null)
    return (await session.select('s.id').executeTakeFirst()) !== undefined
  },
})

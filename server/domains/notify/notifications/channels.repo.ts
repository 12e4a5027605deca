import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL for notification routing: choices, addresses, and the master of a sub-account. */
export const channelsRepo = (db: Kysely<DB>) => ({
  /** Returns one row per user and choice for a class, and one row for a user without choices. */
  readers: (userIds: readonly string[], of: string) =>
    db
      .selectFrom('users as u')
      .leftJoin('notice_emails as e', 'e.user_id', 'u.id')
      .leftJoin('notice_webhooks as w', 'w.user_id', 'u.id')
      .leftJoin('sub_accounts as s', 's.user_id', 'u.id')
      .leftJoin('notice_preferences as p', (join) => join.onRef('p.user_id', '=', 'u.id').on('p.class', '=', of))
      .where('u.id', 'in', userIds)
      .select([
        'u.id',
        'u.phone',
        'u.master_id',
        's.name as sub_name',
        'e.address as email',
        'w.url as webhook',
        'p.channel',
        'p.enabled',
      ])
      .execute(),
  phone: async (userId: string): Promise<string> =>
    (await db.selectFrom('users').select('phone').where('id', '=', userId).executeTakeFirstOrThrow()).phone,
  choices: (userId: string) =>
    db.selectFrom('notice_preferences').select(['class', 'channel', 'enabled']).where('user_id', '=', userId).execute(),
  choose: (row: Insertable<DB['notice_preferences']>) =>
    db
      .insertInto('notice_preferences')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'class', 'channel']).doUpdateSet({ enabled: row.enabled }))
      .execute(),
  email: (userId: string) =>
    db.selectFrom('notice_emails').select(['address', 'pending']).where('user_id', '=', userId).executeTakeFirst(),
  /** Stores a code for a new address; a verified address stays valid until the new one is verified. */
  askEmail: (userId: string, asked: { pending: string; code_hash: string; code_expires_at: Date }) =>
    db
      .insertInto('notice_emails')
      .values({ user_id: userId, ...asked, tries: 0 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...asked, tries: 0 }))
      .execute(),
  /** Counts an attempt in the statement that compares, so that parallel guesses cannot exceed `triesMax`. */
  tryCode: async (userId: string, triesMax: number, now: Date): Promise<string | undefined> => {
    const row = await db
      .updateTable('notice_emails')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('user_id', '=', userId)
      .where('tries', '<', triesMax)
      .where('code_expires_at', '>', now)
      .returning('code_hash')
      .executeTakeFirst()
    return row?.code_hash ?? undefined
  },
  /** Returns false if the code was used or replaced meanwhile. */
  confirmEmail: async (userId: string, codeHash: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('notice_emails')
      .set((eb) => ({ address: eb.ref('pending'), pending: null, code_hash: null, code_expires_at: null }))
      .where('user_id', '=', userId)
      .where('code_hash', '=', codeHash)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  removeEmail: (userId: string) => db.deleteFrom('notice_emails').where('user_id', '=', userId).execute(),
  webhook: (userId: string) => db.selectFrom('notice_webhooks').selectAll().where('user_id', '=', userId).executeTakeFirst(),
  setWebhook: (row: Insertable<DB['notice_webhooks']>) =>
    db
      .insertInto('notice_webhooks')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  removeWebhook: (userId: string) => db.deleteFrom('notice_webhooks').where('user_id', '=', userId).execute(),
})

import type { Insertable, Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** All SQL of where messages go: choices, addresses, and to whom a sub-account belongs. */
export const channelsRepo = (db: Kysely<DB>) => ({
  /** One row for each choice of each user for a class, and one for who has made none. */
  readers: (user_ids: readonly string[], of: string) =>
    db
      .selectFrom('users as u')
      .leftJoin('notice_emails as e', 'e.user_id', 'u.id')
      .leftJoin('notice_webhooks as w', 'w.user_id', 'u.id')
      .leftJoin('sub_accounts as s', 's.user_id', 'u.id')
      .leftJoin('notice_preferences as p', (join) => join.onRef('p.user_id', '=', 'u.id').on('p.class', '=', of))
      .where('u.id', 'in', user_ids)
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
  phone: async (user_id: string): Promise<string> =>
    (await db.selectFrom('users').select('phone').where('id', '=', user_id).executeTakeFirstOrThrow()).phone,
  choices: (user_id: string) =>
    db.selectFrom('notice_preferences').select(['class', 'channel', 'enabled']).where('user_id', '=', user_id).execute(),
  choose: (row: Insertable<DB['notice_preferences']>) =>
    db
      .insertInto('notice_preferences')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'class', 'channel']).doUpdateSet({ enabled: row.enabled }))
      .execute(),
  email: (user_id: string) =>
    db.selectFrom('notice_emails').select(['address', 'pending']).where('user_id', '=', user_id).executeTakeFirst(),
  /** A code for an address; an address that is verified stays until the new one is. */
  askEmail: (user_id: string, asked: { pending: string; code_hash: string; code_expires_at: Date }) =>
    db
      .insertInto('notice_emails')
      .values({ user_id, ...asked, tries: 0 })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...asked, tries: 0 }))
      .execute(),
  /** Counts a try in the statement that compares, so that parallel guesses cannot exceed `tries_max`. */
  tryCode: async (user_id: string, tries_max: number, now: Date): Promise<string | undefined> => {
    const row = await db
      .updateTable('notice_emails')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('user_id', '=', user_id)
      .where('tries', '<', tries_max)
      .where('code_expires_at', '>', now)
      .returning('code_hash')
      .executeTakeFirst()
    return row?.code_hash ?? undefined
  },
  /** False when the code was used or replaced meanwhile. */
  confirmEmail: async (user_id: string, code_hash: string): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('notice_emails')
      .set((eb) => ({ address: eb.ref('pending'), pending: null, code_hash: null, code_expires_at: null }))
      .where('user_id', '=', user_id)
      .where('code_hash', '=', code_hash)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
  removeEmail: (user_id: string) => db.deleteFrom('notice_emails').where('user_id', '=', user_id).execute(),
  webhook: (user_id: string) => db.selectFrom('notice_webhooks').selectAll().where('user_id', '=', user_id).executeTakeFirst(),
  setWebhook: (row: Insertable<DB['notice_webhooks']>) =>
    db
      .insertInto('notice_webhooks')
      .values(row)
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute(),
  removeWebhook: (user_id: string) => db.deleteFrom('notice_webhooks').where('user_id', '=', user_id).execute(),
})

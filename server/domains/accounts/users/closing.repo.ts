import { type Kysely, sql } from 'kysely'
import { type OwnedTable, ownedRowsRepo } from '#server/db/owned-rows.ts'
import type { DB } from '#server/db/types.ts'

/** Tables with only personal data of a user; the ledger is not among them. */
const personalTables = [
  'real_names',
  'certifications',
  'identity_reviews',
  'wechat_bindings',
  'second_factors',
  'second_factor_enrolments',
  'recovery_codes',
  'sign_in_tickets',
  'notice_deliveries',
  'notifications',
  'notice_emails',
  'notice_webhooks',
  'notice_preferences',
  'invoice_titles',
  'invoice_emails',
  'secret_keys',
  'stock_alerts',
  'image_shares',
  'views',
  'idempotency_keys',
] as const

/** All SQL for closing an account, across all tables. */
export const closingRepo = (db: Kysely<DB>) => ({
  /** Counts what a user still has, per kind. */
  open: async (userId: string) => {
    const { rows } = await sql<
      Record<'instances' | 'queue' | 'orders' | 'invoices' | 'transfers' | 'images' | 'subs', number>
    >`select
      (select count(*)::int from instances where user_id = ${userId} and released_at is null) as instances,
      (select count(*)::int from queue_entries where user_id = ${userId} and state = 'waiting') as queue,
      (select count(*)::int from orders where user_id = ${userId} and status = 'pending') as orders,
      (select count(*)::int from invoices where user_id = ${userId} and state in ('pending', 'issuing', 'flushing')) as invoices,
      (select count(*)::int from bank_transfers where user_id = ${userId} and status in ('pending', 'confirmed')) as transfers,
      (select count(*)::int from images where owner_id = ${userId} and kind = 'private' and state in ('saving', 'ready')) as images,
      (select count(*)::int from sub_accounts where master_id = ${userId} and removed_at is null) as subs`.execute(db)
    return rows[0]!
  },
  role: async (userId: string) =>
    (await db.selectFrom('users').select('role').where('id', '=', userId).executeTakeFirstOrThrow()).role,
  setClosing: (userId: string, closingAt: Date | null) =>
    db.updateTable('users').set({ closing_at: closingAt }).where('id', '=', userId).execute(),
  due: async (now: Date) =>
    (
      await db
        .selectFrom('users')
        .select('id')
        .where('closing_at', '<=', now)
        .where('closed_at', 'is', null)
        .orderBy('closing_at')
        .limit(100)
        .execute()
    ).map(({ id }) => id),
  /**
   * Locks an account due for closing; undefined if closing was cancelled or done meanwhile. Waits for writes that reference the
   * user.
   */
  lockDue: (userId: string, now: Date) =>
    db
      .selectFrom('users')
      .select(['id', 'phone'])
      .where('id', '=', userId)
      .where('closing_at', '<=', now)
      .where('closed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst(),
  /**
   * Replaces the account with a nameless one, so that ledger rows keep an owner. `ownTables` are those of the nouns that
   * `ownedCrud` serves.
   */
  erase: async (
    { id: userId, phone }: { id: string; phone: string },
    nameless: { phone: string; nickname: string },
    ownTables: readonly OwnedTable[],
    now: Date,
  ) => {
    await db
      .updateTable('users')
      .set({ ...nameless, password_hash: 'none', password_set_at: null, avatar_id: null, closed_at: now })
      .where('id', '=', userId)
      .execute()
    // Remember identities that received a gift, in case they return with the same identity (docs/decisions/055).
    await sql`insert into closed_identities (user_id, id_number_index, closed_at)
      select r.user_id, r.id_number_index, ${now} from real_names r where r.user_id = ${userId} and exists (
        select 1 from users u where ${userId} in (u.id, u.master_id) and (
          exists (select 1 from coupons c where c.user_id = u.id) or exists (select 1 from orders o where o.user_id = u.id)))
      on conflict (user_id) do nothing`.execute(db)
    for (const table of personalTables) await db.deleteFrom(table).where('user_id', '=', userId).execute()
    for (const table of ownTables) await ownedRowsRepo(db, table).removeAll(userId)
    await db.deleteFrom('captchas').where('phone', '=', phone).execute()
    await db
      .deleteFrom('refresh_tokens')
      .where('session_id', 'in', (eb) => eb.selectFrom('sessions').select('id').where('user_id', '=', userId))
      .execute()
    await db.updateTable('llm_keys').set({ name: nameless.nickname, removed_at: now }).where('user_id', '=', userId).execute()
    await db
      .updateTable('leads')
      .set({ name: nameless.nickname, phone: nameless.phone, company: '', message: '' })
      .where('user_id', '=', userId)
      .execute()
  },
})

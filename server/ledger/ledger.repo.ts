import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** Platform accounts: payment channels, revenue, promotions, operator adjustments. */
export type PlatformAccount = 'channel' | 'revenue' | 'promotion' | 'adjustment'
/** Wallets of each user; `frozen` and `income_frozen` hold the amounts of requested withdrawals (product §5). */
export type WalletKind = 'cash' | 'frozen' | 'income' | 'income_frozen'
/** A user's wallet (cash by default), a voucher, which has an account of its own, or a platform account. */
export type PostingAccount = { user: string; wallet?: WalletKind } | { voucher: string } | PlatformAccount

interface NewTransaction {
  idem: string
  kind: string
  title: string
  ref?: string
  at: Date
}

/**
 * Bulk inserts into the ledger. Triggers of the database maintain the balances (`apply_ledger_entry` in
 * migrations/0027_ledger_kinds.sql) and reject invalid entries.
 */
export const ledgerRepo = (db: Kysely<DB>) => ({
  /** Skips transactions posted before. */
  insertTransactions: async (rows: readonly NewTransaction[]): Promise<{ id: bigint; idem: string }[]> => {
    const { rows: created } = await sql<{ id: bigint; idem: string }>`
      insert into ledger_transactions (idem, kind, title, ref, at)
      select * from unnest(${rows.map(({ idem }) => idem)}::text[], ${rows.map(({ kind }) => kind)}::text[],
        ${rows.map(({ title }) => title)}::text[], ${rows.map(({ ref }) => ref ?? null)}::text[], ${rows.map(({ at }) => at)}::timestamptz[])
      on conflict (idem) do nothing returning id, idem`.execute(db)
    return created
  },
  /** Selects the candidate accounts for postings; for a user, all his wallets. */
  accountsOf: (places: readonly PostingAccount[]) => {
    const users = places.flatMap((place) => (typeof place === 'object' && 'user' in place ? place.user : []))
    const vouchers = places.flatMap((place) => (typeof place === 'object' && 'voucher' in place ? place.voucher : []))
    const platform = places.filter((place) => typeof place === 'string')
    return db
      .selectFrom('accounts')
      .select(['id', 'kind', 'user_id', 'voucher_id'])
      .where((eb) =>
        eb.or([
          eb.and([eb('user_id', 'in', [...users, '']), eb('kind', '<>', 'voucher')]),
          eb('voucher_id', 'in', [...vouchers, '']),
          eb.and([eb('user_id', 'is', null), eb('kind', 'in', [...platform, ''])]),
        ]),
      )
      .execute()
  },
  /** Inserts in the given order, which is the order in which accounts are locked. */
  insertEntries: async (rows: readonly { transaction_id: bigint; account_id: bigint; amount_fen: bigint }[]) => {
    await sql`
      insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
      select v.transaction_id, v.account_id, v.amount_fen, 0
      from unnest(${rows.map((row) => row.transaction_id)}::bigint[], ${rows.map((row) => row.account_id)}::bigint[],
        ${rows.map((row) => row.amount_fen)}::bigint[]) with ordinality as v(transaction_id, account_id, amount_fen, position)
      order by v.position`.execute(db)
  },
})

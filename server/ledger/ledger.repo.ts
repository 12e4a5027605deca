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

/** What one transaction moves into an account, in fen; negative out of it. */
export interface Leg {
  idem: string
  place: PostingAccount
  amount_fen: bigint
}

interface PlacedLeg {
  idem: string
  kind: string
  user_id: string | null
  voucher_id: string | null
  /** Null if no such account exists; then nothing must be committed. */
  account_id: bigint | null
  /** Null if the key was posted before. */
  transaction_id: bigint | null
}

const userOf = (place: PostingAccount) => (typeof place === 'object' && 'user' in place ? place.user : null)
const voucherOf = (place: PostingAccount) => (typeof place === 'object' && 'voucher' in place ? place.voucher : null)
const kindOf = (place: PostingAccount) => {
  if (typeof place === 'string') return place
  return 'voucher' in place ? 'voucher' : (place.wallet ?? 'cash')
}

/**
 * Bulk inserts into the ledger. Triggers of the database move the balances (`apply_claimed_entries` in
 * migrations/0059_claimed_entries.sql) and reject invalid entries.
 */
export const ledgerRepo = (db: Kysely<DB>) => ({
  /**
   * Posts transactions with their legs, in one statement, and skips those posted before. Accounts are locked in a fixed order that
   * prevents deadlocks: those of users by id, which callers may hold already, then those of the platform, which all postings share.
   */
  post: async (rows: readonly NewTransaction[], legs: readonly Leg[]): Promise<PlacedLeg[]> => {
    const { rows: placed } = await sql<PlacedLeg>`
      with legs as materialized (
        select * from unnest(${legs.map(({ idem }) => idem)}::text[], ${legs.map(({ place }) => kindOf(place))}::text[],
          ${legs.map(({ place }) => userOf(place))}::text[], ${legs.map(({ place }) => voucherOf(place))}::text[],
          ${legs.map((leg) => leg.amount_fen)}::bigint[]) as l(idem, kind, user_id, voucher_id, amount_fen)),
      held as materialized (
        select id, kind, user_id, voucher_id, balance_fen from accounts where id = any(array(
          select a.id from legs l join accounts a on a.user_id = l.user_id and a.kind = l.kind where l.kind <> 'voucher'
          union select a.id from legs l join accounts a on a.voucher_id = l.voucher_id
          union select a.id from legs l join accounts a on a.kind = l.kind and a.user_id is null where l.user_id is null))
        order by user_id is null, id for no key update),
      posted as (
        insert into ledger_transactions (idem, kind, title, ref, at)
        select * from unnest(${rows.map(({ idem }) => idem)}::text[], ${rows.map(({ kind }) => kind)}::text[],
          ${rows.map(({ title }) => title)}::text[], ${rows.map(({ ref }) => ref ?? null)}::text[], ${rows.map(({ at }) => at)}::timestamptz[])
        on conflict (idem) do nothing returning id, idem),
      placed as materialized (
        select l.idem, l.kind, l.user_id, l.voucher_id, l.amount_fen, h.id as account_id, h.balance_fen, p.id as transaction_id
        from legs l left join posted p on p.idem = l.idem
        left join held h on h.kind = l.kind
          and (h.voucher_id = l.voucher_id or (l.voucher_id is null and h.user_id is not distinct from l.user_id))),
      entered as (
        insert into ledger_entries (transaction_id, account_id, amount_fen, balance_after_fen)
        select transaction_id, account_id, amount_fen,
          balance_fen + sum(amount_fen) over (partition by account_id order by transaction_id)
        from placed where transaction_id is not null and account_id is not null
        order by account_id, transaction_id)
      select idem, kind, user_id, voucher_id, account_id, transaction_id from placed`.execute(db)
    return placed
  },
})

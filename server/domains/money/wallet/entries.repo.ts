import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { WalletName } from '#contract/wallet.ts'
import { toMomentRange } from '#server/db/day-range.ts'
import { containsText } from '#server/db/like.ts'
import { findByNumber } from '#server/db/numbers.ts'
import { countRows, loadLatePage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export interface WalletEntryFilters {
  keyword?: string | undefined
  kind?: string | undefined
  wallet?: WalletName | undefined
  from?: string | undefined
  to?: string | undefined
}

const accountKinds: Record<WalletName, readonly string[]> = {
  cash: ['cash'],
  voucher: ['voucher'],
  frozen: ['frozen', 'income_frozen'],
  income: ['income'],
}
export const walletByAccountKind: Readonly<Record<string, WalletName>> = {
  cash: 'cash',
  voucher: 'voucher',
  frozen: 'frozen',
  income_frozen: 'frozen',
  income: 'income',
}

/** Selects entries as they are shown; whoever reads them narrows them to a user. */
const selectShownEntries = (db: QueryCreator<DB>) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .leftJoin('coupons as v', 'v.id', 'a.voucher_id')
    .leftJoin('coupon_campaigns as p', 'p.id', 'v.campaign_id')

/**
 * Lists the accounts of a wallet, mostly one, whose index then gives the order of its entries. Read first, because the database
 * plans well only for an account that it knows.
 */
async function listAccounts(db: Kysely<DB>, userId: string, wallet: WalletName): Promise<bigint[]> {
  const accounts = db.selectFrom('accounts').where('user_id', '=', userId).where('kind', 'in', accountKinds[wallet])
  return (await accounts.select('id').execute()).map(({ id }) => id)
}

/** Selects the entries of a list by nothing but their account and, if a filter asks for it, their posting. */
async function selectFoundEntries(db: Kysely<DB>, accounts: readonly bigint[], { keyword, kind, ...days }: WalletEntryFilters) {
  const { since, until } = toMomentRange(days)
  const entries = db.selectFrom('ledger_entries as e')
  const [account] = accounts
  let found =
    accounts.length === 1 && account !== undefined
      ? entries.where('e.account_id', '=', account)
      : entries.where('e.account_id', '=', sql<bigint>`any(${accounts}::bigint[])`)
  const numbered = await findByNumber(db, 'ledger_transactions', keyword)
  if (numbered) found = found.where('e.transaction_id', 'in', numbered)
  const isText = keyword && !numbered
  if (!isText && !kind && !since && !until) return { found }
  let postings = db.selectFrom('ledger_transactions as t').where(sql<boolean>`t.id = e.transaction_id`).select('t.id')
  if (kind) postings = postings.where('t.kind', '=', kind)
  if (since) postings = postings.where('t.at', '>=', since)
  if (until) postings = postings.where('t.at', '<', until)
  if (isText) postings = postings.where(containsText(keyword, { names: ['t.title'], numbers: ['t.ref'] }))
  return { found: found.where(({ exists }) => exists(postings)) }
}

/** Adds up the kept sums of a wallet's days, which filters select as they select entries. */
function selectDays(db: Kysely<DB>, userId: string, { kind, wallet = 'cash', from, to }: WalletEntryFilters) {
  let days = db
    .selectFrom('account_days as d')
    .innerJoin('accounts as a', 'a.id', 'd.account_id')
    .where('a.user_id', '=', userId)
    .where('a.kind', 'in', accountKinds[wallet])
  if (kind) days = days.where('d.kind', '=', kind)
  if (from) days = days.where('d.day', '>=', from)
  if (to) days = days.where('d.day', '<=', to)
  return days
}

/** All SQL for 收支明细. */
export const walletEntriesRepo = (db: Kysely<DB>, userId: string) => {
  const all = (from: QueryCreator<DB> = db) =>
    selectShownEntries(from).select([
      'e.id',
      'e.transaction_id',
      't.kind',
      't.title',
      't.ref',
      'a.kind as account',
      'p.name as voucher',
      'e.amount_fen',
      'e.balance_after_fen',
      't.at',
    ])
  const findEntries = async (filters: WalletEntryFilters) =>
    selectFoundEntries(db, await listAccounts(db, userId, filters.wallet ?? 'cash'), filters)
  const own = () => all().where('a.user_id', '=', userId)
  const keptCount = (filters: WalletEntryFilters) =>
    sql<bigint>`(${selectDays(db, userId, filters).select(sql<bigint>`coalesce(sum(d.entries), 0)::bigint`.as('entries'))})`
  const countKept = async (filters: WalletEntryFilters): Promise<number> =>
    Number((await db.selectNoFrom(keptCount(filters).as('entries')).executeTakeFirstOrThrow()).entries)
  return {
    list: async (query: WalletEntryFilters & PageQuery) => {
      const { found } = await findEntries(query)
      const kept = query.keyword ? undefined : keptCount(query)
      return loadLatePage({ found, rows: all(), id: ['e.id'], count: kept }, query, 'e.id')
    },
    /** Counts entries, no more than `most` where a keyword is looked for. */
    count: async (filters: WalletEntryFilters, most: number) =>
      filters.keyword ? countRows((await findEntries(filters)).found, most) : countKept(filters),
    /** Returns the newest `limit` entries before `id`; the cursor of an export. Only these are joined, and read once. */
    before: async (filters: WalletEntryFilters, id: bigint | undefined, limit: number) => {
      const { found } = await findEntries(filters)
      const newest = found.selectAll('e').orderBy('e.id', 'desc').limit(limit)
      const chunk = id === undefined ? newest : newest.where('e.id', '<', id)
      return all(db.with('ledger_entries', () => chunk))
        .orderBy('e.id', 'desc')
        .execute()
    },
    sum: async (filters: WalletEntryFilters) => {
      if (!filters.keyword)
        return selectDays(db, userId, filters)
          .select([
            sql<bigint>`coalesce(sum(d.entries), 0)::bigint`.as('count'),
            sql<bigint>`coalesce(sum(d.plus_fen), 0)::bigint`.as('income_fen'),
            sql<bigint>`coalesce(sum(d.minus_fen), 0)::bigint`.as('spent_fen'),
          ])
          .executeTakeFirstOrThrow()
      const { found } = await findEntries(filters)
      return found
        .select([
          sql<bigint>`count(*)`.as('count'),
          sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('income_fen'),
          sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('spent_fen'),
        ])
        .executeTakeFirstOrThrow()
    },
    find: (id: bigint) => own().where('e.id', '=', id).executeTakeFirst(),
    ofTransaction: (transactionId: bigint) => own().where('e.transaction_id', '=', transactionId).orderBy('e.id').execute(),
    /** Returns the seconds charged by a posting, by instance. */
    charges: (transactionId: bigint) =>
      db
        .selectFrom('usage_charges as c')
        .innerJoin('segments as s', 's.id', 'c.segment_id')
        .innerJoin('instances as i', 'i.id', 's.instance_id')
        .where('c.transaction_id', '=', transactionId)
        .where('s.user_id', '=', userId)
        .select([
          's.instance_id',
          'i.nick_name',
          'c.segment_id',
          's.started_at',
          's.price_micro',
          'c.from_s',
          'c.to_s',
          'c.fen',
          'c.voucher_fen',
          'c.at',
        ])
        .orderBy('s.instance_id')
        .orderBy('c.from_s')
        .execute(),
  }
}

export type WalletEntryRow = Awaited<ReturnType<ReturnType<typeof walletEntriesRepo>['ofTransaction']>>[number]

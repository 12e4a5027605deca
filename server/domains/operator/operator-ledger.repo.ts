import { type Kysely, type QueryCreator, sql } from 'kysely'
import { toShanghaiDay } from '#contract/day.ts'
import { containsText, toLikePattern } from '#server/db/like.ts'
import { findByNumber } from '#server/db/numbers.ts'
import { countRows, loadLatePage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'
import type { PlatformAccount } from '#server/ledger/ledger.repo.ts'

export interface LedgerEntryFilter {
  keyword?: string
  account?: string
  kinds?: readonly string[] | undefined
  since?: Date | undefined
  before?: Date | undefined
}

/** Accounts of which there is one. */
const platformAccounts: readonly string[] = ['channel', 'revenue', 'promotion', 'adjustment'] satisfies PlatformAccount[]

/** Selects the entries of a list, reading accounts and postings only where a filter asks for them. */
async function selectFoundEntries(db: Kysely<DB>, { account, kinds, since, before, keyword }: LedgerEntryFilter) {
  let found = db.selectFrom('ledger_entries as e')
  if (account) {
    const accounts = db.selectFrom('accounts as a').where('a.kind', '=', account).select('a.id')
    const isOne = platformAccounts.includes(account)
    found = found.where(isOne ? sql<boolean>`e.account_id = (${accounts})` : sql<boolean>`e.account_id in (${accounts})`)
  }
  if (kinds || since || before) {
    let postings = db.selectFrom('ledger_transactions as t').where(sql<boolean>`t.id = e.transaction_id`).select('t.id')
    if (kinds) postings = postings.where('t.kind', 'in', kinds)
    if (since) postings = postings.where('t.at', '>=', since)
    if (before) postings = postings.where('t.at', '<', before)
    found = found.where(({ exists }) => exists(postings))
  }
  if (!keyword) return { found }
  const postings = await findByNumber(db, 'ledger_transactions', keyword)
  const owned = (await db.selectFrom('accounts').where('user_id', '=', keyword).select('id').execute()).map(({ id }) => id)
  if (postings || owned.length > 0) {
    const isFound = sql<boolean>`(e.transaction_id = any(${postings ?? []}::bigint[]) or e.account_id = any(${owned}::bigint[]))`
    return { found: found.where(isFound) }
  }
  const like = toLikePattern(keyword)
  const named = found.where(sql<boolean>`(
    e.transaction_id in (select t.id from ledger_transactions t where ${containsText(keyword, { names: ['t.title'], numbers: ['t.ref'] })})
    or e.account_id in (select a.id from accounts a join users u on u.id = a.user_id where u.nickname ilike ${like}))`)
  return { found: named }
}

/** Selects the kept sums of the days that the filters mean; all of them start and end with a day. */
const selectDays = (db: Kysely<DB>, { account, kinds, since, before }: LedgerEntryFilter) => {
  let days = db.selectFrom('ledger_days as d')
  if (account) days = days.where('d.account', '=', account)
  if (kinds) days = days.where('d.kind', 'in', kinds)
  if (since) days = days.where('d.day', '>=', toShanghaiDay(since))
  if (before) days = days.where('d.day', '<', toShanghaiDay(before))
  return days
}

/** Selects entries as they are shown. */
const selectShownEntries = (db: QueryCreator<DB>) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['e.id', 'e.transaction_id', 'e.amount_fen', 'e.balance_after_fen', 't.kind', 't.title', 't.ref', 't.at'])
    .select(['a.kind as account', 'a.user_id', 'u.nickname'])

const keptCount = (db: Kysely<DB>, filter: LedgerEntryFilter) =>
  sql<bigint>`(${selectDays(db, filter).select(sql<bigint>`coalesce(sum(d.entries), 0)::bigint`.as('entries'))})`
const countKept = async (db: Kysely<DB>, filter: LedgerEntryFilter): Promise<number> =>
  Number((await db.selectNoFrom(keptCount(db, filter).as('entries')).executeTakeFirstOrThrow()).entries)

/** All SQL by which operators read the ledger. Sums and rows use the same tables, so that each number links to its rows. */
export const operatorLedgerRepo = (db: Kysely<DB>) => ({
  entries: async (query: PageQuery & LedgerEntryFilter & { sort?: 'at' | 'amount' }) => {
    return loadLatePage(
      {
        ...(await selectFoundEntries(db, query)),
        rows: selectShownEntries(db),
        id: ['e.id'],
        count: query.keyword ? undefined : keptCount(db, query),
      },
      query,
      query.sort === 'amount' ? 'e.amount_fen' : 'e.id',
    )
  },
  /** Counts entries, no more than `most` where a keyword is looked for. */
  count: async (filter: LedgerEntryFilter, most: number) =>
    filter.keyword ? countRows((await selectFoundEntries(db, filter)).found, most) : countKept(db, filter),
  /** Returns the newest `limit` entries before `id`; the cursor of an export. Only these are joined, and read once. */
  before: async (filter: LedgerEntryFilter, id: bigint | undefined, limit: number) => {
    const { found } = await selectFoundEntries(db, filter)
    const newest = found.selectAll('e').orderBy('e.id', 'desc').limit(limit)
    const chunk = id === undefined ? newest : newest.where('e.id', '<', id)
    return selectShownEntries(db.with('ledger_entries', () => chunk))
      .orderBy('e.id', 'desc')
      .execute()
  },
  /** Sums the same rows, in fen: credits, and debits as a negative number. */
  entriesSum: async (query: LedgerEntryFilter) => {
    if (!query.keyword)
      return selectDays(db, query)
        .select([
          sql<bigint>`coalesce(sum(d.plus_fen), 0)::bigint`.as('plus'),
          sql<bigint>`coalesce(sum(d.minus_fen), 0)::bigint`.as('minus'),
        ])
        .executeTakeFirstOrThrow()
    const { found } = await selectFoundEntries(db, query)
    return found
      .select([
        sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('plus'),
        sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('minus'),
      ])
      .executeTakeFirstOrThrow()
  },
  /** Sums the platform's own accounts and vouchers since the start of a day, by kind of posting. */
  movedSince: (since: Date) =>
    selectDays(db, { since })
      .where('d.account', 'in', [...platformAccounts, 'voucher'])
      .groupBy(['d.account', 'd.kind'])
      .select(['d.account', 'd.kind', sql<bigint>`sum(d.plus_fen + d.minus_fen)::bigint`.as('fen')])
      .execute(),
  /** Returns what users own, per wallet kind, and what they owe. */
  standing: () =>
    db
      .selectFrom('accounts')
      .where('user_id', 'is not', null)
      .groupBy('kind')
      .select([
        'kind as account',
        sql<bigint>`coalesce(sum(balance_fen) filter (where balance_fen > 0), 0)::bigint`.as('owed'),
        sql<bigint>`coalesce(-sum(balance_fen) filter (where balance_fen < 0), 0)::bigint`.as('receivable'),
        sql<number>`(count(*) filter (where balance_fen < 0))::int`.as('debtors'),
      ])
      .execute(),
  /** Sums the revenue account since the start of a day, net of refunds. */
  revenueSince: async (since: Date): Promise<bigint> => {
    const { fen } = await selectDays(db, { account: 'revenue', since })
      .select(sql<bigint>`coalesce(sum(d.plus_fen + d.minus_fen), 0)::bigint`.as('fen'))
      .executeTakeFirstOrThrow()
    return fen
  },
  /** Sums positive and negative wallets separately. */
  balances: () =>
    db
      .selectFrom('accounts')
      .where('kind', '=', 'cash')
      .select([
        sql<bigint>`coalesce(sum(balance_fen) filter (where balance_fen > 0), 0)::bigint`.as('liabilities'),
        sql<bigint>`coalesce(sum(balance_fen) filter (where balance_fen < 0), 0)::bigint`.as('arrears'),
      ])
      .executeTakeFirstOrThrow(),
  /** Sums the hourly price of all open metering segments, in micro; segments whose meter is stopped bill nothing. */
  burn: async (): Promise<bigint> => {
    const { micro } = await db
      .selectFrom('segments')
      .where('ended_at', 'is', null)
      .where('unseen', '=', false)
      .select(sql<bigint>`coalesce(sum(price_micro), 0)::bigint`.as('micro'))
      .executeTakeFirstOrThrow()
    return micro
  },
})

export type OperatorEntryRow = Awaited<ReturnType<ReturnType<typeof operatorLedgerRepo>['before']>>[number]

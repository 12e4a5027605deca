import { type Kysely, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export interface LedgerEntryFilter {
  keyword?: string
  account?: string
  kinds?: readonly string[] | undefined
  since?: Date | undefined
  before?: Date | undefined
}

const selectEntries = (db: Kysely<DB>, query: LedgerEntryFilter) => {
  let rows = db
    .selectFrom('ledger_entries as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
  if (query.account) rows = rows.where('a.kind', '=', query.account)
  if (query.kinds) rows = rows.where('t.kind', 'in', query.kinds)
  if (query.since) rows = rows.where('t.at', '>=', query.since)
  if (query.before) rows = rows.where('t.at', '<', query.before)
  if (query.keyword) {
    const like = toLikePattern(query.keyword)
    rows = rows.where((eb) =>
      eb.or([
        eb('t.title', 'ilike', like),
        eb('t.ref', 'ilike', like),
        eb('a.user_id', '=', query.keyword!),
        eb('u.nickname', 'ilike', like),
      ]),
    )
  }
  return rows
}

/** All SQL by which operators read the ledger. Sums and rows use the same tables, so that each number links to its rows. */
export const operatorLedgerRepo = (db: Kysely<DB>) => ({
  entries: (query: PageQuery & LedgerEntryFilter & { sort?: 'at' | 'amount' }) => {
    const rows = selectEntries(db, query).select([
      'e.id',
      'e.transaction_id',
      'e.amount_fen',
      'e.balance_after_fen',
      't.kind',
      't.title',
      't.ref',
      't.at',
      'a.kind as account',
      'a.user_id',
      'u.nickname',
    ])
    return loadPage(rows, query, query.sort === 'amount' ? 'e.amount_fen' : 'e.id', 'e.id')
  },
  /** Sums the same rows, in fen: credits, and debits as a negative number. */
  entriesSum: (query: LedgerEntryFilter) =>
    selectEntries(db, query)
      .select([
        sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('plus'),
        sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('minus'),
      ])
      .executeTakeFirstOrThrow(),
  /** Sums the platform's own accounts and vouchers since a time, by kind of posting. */
  movedSince: (since: Date) =>
    db
      .selectFrom('ledger_entries as e')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
      .where('t.at', '>=', since)
      .where((eb) => eb.or([eb('a.user_id', 'is', null), eb('a.kind', '=', 'voucher')]))
      .groupBy(['a.kind', 't.kind'])
      .select(['a.kind as account', 't.kind', sql<bigint>`sum(e.amount_fen)::bigint`.as('fen')])
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
  /** Sums the revenue account since a time, net of refunds. */
  revenueSince: async (since: Date): Promise<bigint> => {
    const { fen } = await db
      .selectFrom('ledger_entries as e')
      .innerJoin('accounts as a', 'a.id', 'e.account_id')
      .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
      .where('a.kind', '=', 'revenue')
      .where('t.at', '>=', since)
      .select(sql<bigint>`coalesce(sum(e.amount_fen), 0)::bigint`.as('fen'))
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

import { type Kysely, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface Page {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
}

export interface LedgerEntryFilter {
  keyword?: string
  account?: string
  kind?: string
}

const selectEntries = (db: Kysely<DB>, query: LedgerEntryFilter, since: Date | undefined) => {
  let rows = db
    .selectFrom('ledger_entries as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
  if (query.account) rows = rows.where('a.kind', '=', query.account)
  if (query.kind) rows = rows.where('t.kind', '=', query.kind)
  if (since) rows = rows.where('t.at', '>=', since)
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

/** All SQL by which operators read the books. Sums and rows come from the same tables, so that each number opens to its rows. */
export const operatorLedgerRepo = (db: Kysely<DB>) => ({
  entries: (query: Page & LedgerEntryFilter & { sort?: 'at' | 'amount' }, since: Date | undefined) => {
    const rows = selectEntries(db, query, since).select([
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
  /** What the same rows come to, in fen: added, taken (negative). */
  entriesSum: (query: LedgerEntryFilter, since: Date | undefined) =>
    selectEntries(db, query, since)
      .select([
        sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('plus'),
        sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('minus'),
      ])
      .executeTakeFirstOrThrow(),
  /** What moved on the platform's own accounts, and on vouchers, since then, by kind of posting. */
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
  /** What users have, by wallet, and what they owe. */
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
  /** What came in on the revenue account since then, refunds taken off. */
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
  /** Wallets above and below zero, summed apart. */
  balances: () =>
    db
      .selectFrom('accounts')
      .where('kind', '=', 'cash')
      .select([
        sql<bigint>`coalesce(sum(balance_fen) filter (where balance_fen > 0), 0)::bigint`.as('liabilities'),
        sql<bigint>`coalesce(sum(balance_fen) filter (where balance_fen < 0), 0)::bigint`.as('arrears'),
      ])
      .executeTakeFirstOrThrow(),
  /** What all metering that is open costs per hour, in micro; a meter that stands bills nothing. */
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

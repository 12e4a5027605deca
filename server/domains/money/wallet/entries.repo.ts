import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { WalletWord } from '#contract/wallet.ts'
import { momentsOf } from '#server/db/day-range.ts'
import { containing } from '#server/db/like.ts'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export interface EntryFilters {
  keyword?: string | undefined
  kind?: string | undefined
  wallet?: WalletWord | undefined
  from?: string | undefined
  to?: string | undefined
}

const account_kinds: Record<WalletWord, readonly string[]> = {
  cash: ['cash'],
  voucher: ['voucher'],
  frozen: ['frozen', 'income_frozen'],
  income: ['income'],
}
export const wallet_of_account: Readonly<Record<string, WalletWord>> = {
  cash: 'cash',
  voucher: 'voucher',
  frozen: 'frozen',
  income_frozen: 'frozen',
  income: 'income',
}

/** Every entry on the wallets of a user. */
const ownEntries = (db: Kysely<DB>, user_id: string) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .where('a.user_id', '=', user_id)

type Entries<Row> = SelectQueryBuilder<
  ReturnType<typeof ownEntries> extends SelectQueryBuilder<infer S, infer _, infer __> ? S : never,
  'e' | 'a' | 't',
  Row
>

function narrowed<Row>(rows: Entries<Row>, { keyword, kind, wallet = 'cash', ...days }: EntryFilters): Entries<Row> {
  const { since, until } = momentsOf(days)
  let found = rows.where('a.kind', 'in', account_kinds[wallet])
  if (kind) found = found.where('t.kind', '=', kind)
  if (since) found = found.where('t.at', '>=', since)
  if (until) found = found.where('t.at', '<', until)
  if (keyword) {
    const like = containing(keyword)
    found = found.where((eb) => eb.or([eb('t.title', 'ilike', like), eb('t.ref', 'ilike', like)]))
  }
  return found
}

/** All SQL of 收支明细. */
export const entriesRepo = (db: Kysely<DB>, user_id: string) => {
  const all = () =>
    ownEntries(db, user_id).select([
      'e.id',
      'e.transaction_id',
      't.kind',
      't.title',
      't.ref',
      'a.kind as account',
      'e.amount_fen',
      'e.balance_after_fen',
      't.at',
    ])
  return {
    list: (query: EntryFilters & { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
      pageOf(narrowed(all(), query), query, 'e.id', 'e.id'),
    /** The newest `limit` before an id, for an export that goes on where it stood. */
    before: (filters: EntryFilters, id: bigint | undefined, limit: number) => {
      const rows = narrowed(all(), filters).orderBy('e.id', 'desc').limit(limit)
      return (id === undefined ? rows : rows.where('e.id', '<', id)).execute()
    },
    sum: (filters: EntryFilters) =>
      narrowed(ownEntries(db, user_id), filters)
        .select([
          sql<bigint>`count(*)`.as('count'),
          sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('income_fen'),
          sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('spent_fen'),
        ])
        .executeTakeFirstOrThrow(),
    find: (id: bigint) => all().where('e.id', '=', id).executeTakeFirst(),
    ofTransaction: (transaction_id: bigint) => all().where('e.transaction_id', '=', transaction_id).orderBy('e.id').execute(),
    /** The seconds a posting has charged, by instance. */
    charges: (transaction_id: bigint) =>
      db
        .selectFrom('usage_charges as c')
        .innerJoin('segments as s', 's.id', 'c.segment_id')
        .innerJoin('instances as i', 'i.id', 's.instance_id')
        .where('c.transaction_id', '=', transaction_id)
        .where('s.user_id', '=', user_id)
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

export type EntryRow = Awaited<ReturnType<ReturnType<typeof entriesRepo>['ofTransaction']>>[number]

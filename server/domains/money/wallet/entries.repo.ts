import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { WalletName } from '#contract/wallet.ts'
import { toMomentRange } from '#server/db/day-range.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
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

/** Selects every entry on a user's wallets. */
const ownEntries = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('ledger_entries as e')
    .innerJoin('accounts as a', 'a.id', 'e.account_id')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .leftJoin('coupons as v', 'v.id', 'a.voucher_id')
    .leftJoin('coupon_campaigns as p', 'p.id', 'v.campaign_id')
    .where('a.user_id', '=', userId)

type EntriesQuery<Row> = SelectQueryBuilder<
  ReturnType<typeof ownEntries> extends SelectQueryBuilder<infer S, infer _, infer __> ? S : never,
  'e' | 'a' | 't' | 'v' | 'p',
  Row
>

function filterEntries<Row>(
  rows: EntriesQuery<Row>,
  { keyword, kind, wallet = 'cash', ...days }: WalletEntryFilters,
): EntriesQuery<Row> {
  const { since, until } = toMomentRange(days)
  let found = rows.where('a.kind', 'in', accountKinds[wallet])
  if (kind) found = found.where('t.kind', '=', kind)
  if (since) found = found.where('t.at', '>=', since)
  if (until) found = found.where('t.at', '<', until)
  if (keyword) {
    const like = toLikePattern(keyword)
    found = found.where((eb) => eb.or([eb('t.title', 'ilike', like), eb('t.ref', 'ilike', like)]))
  }
  return found
}

/** All SQL for 收支明细. */
export const walletEntriesRepo = (db: Kysely<DB>, userId: string) => {
  const all = () =>
    ownEntries(db, userId).select([
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
  return {
    list: (query: WalletEntryFilters & { page: number; page_size: number; order?: 'asc' | 'desc' }) =>
      loadPage(filterEntries(all(), query), query, 'e.id', 'e.id'),
    /** Returns the newest `limit` entries before `id`; the cursor of an export. */
    before: (filters: WalletEntryFilters, id: bigint | undefined, limit: number) => {
      const rows = filterEntries(all(), filters).orderBy('e.id', 'desc').limit(limit)
      return (id === undefined ? rows : rows.where('e.id', '<', id)).execute()
    },
    sum: (filters: WalletEntryFilters) =>
      filterEntries(ownEntries(db, userId), filters)
        .select([
          sql<bigint>`count(*)`.as('count'),
          sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen > 0), 0)::bigint`.as('income_fen'),
          sql<bigint>`coalesce(sum(e.amount_fen) filter (where e.amount_fen < 0), 0)::bigint`.as('spent_fen'),
        ])
        .executeTakeFirstOrThrow(),
    find: (id: bigint) => all().where('e.id', '=', id).executeTakeFirst(),
    ofTransaction: (transactionId: bigint) => all().where('e.transaction_id', '=', transactionId).orderBy('e.id').execute(),
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

import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { MonthSpan } from '#server/domains/money/creator-income/months.policy.ts'
import type { Coverage } from '#server/ledger/coverage.ts'

/** One use of a version by a consumer: of a metering segment or of an order's prepaid period. */
export interface ImageUseRow {
  version_id: string
  consumer_id: string
  segment_id: bigint | null
  period_id: bigint | null
  price_micro: bigint
  seconds: bigint
  cash_fen: bigint
  whole_fen: bigint
  from_at: Date
  to_at: Date
  /** The latest cash entry of the consumer that pays for it; null if vouchers pay all of it. */
  entry_id: bigint | null
  /** True if the consumer still owes it. */
  pending: boolean
}

/** Known coverage of consumers' wallets. */
export type WalletCoverages = ReadonlyMap<string, Coverage>

const creatorVersionsSql = (creatorId: string) =>
  sql`(select v.id from community_image_versions v join community_images c on c.id = v.community_image_id where c.author_id = ${creatorId})`

/** Whole seconds of a period that have passed at `to`, as SQL. */
const passedSecondsSql = (to: Date) => sql`floor(extract(epoch from least(p.ends_at, ${to}::timestamptz) - p.starts_at))::bigint`

/** The cash entries of postings, as SQL. */
const cashEntry = sql`(select e.id, e.amount_fen, e.transaction_id from ledger_entries e join accounts a on a.id = e.account_id and a.kind = 'cash')`

/** CTEs `known` (wallet coverage) and `short` (charges not paid in full). */
const knownWalletsSql = (covered: WalletCoverages) => {
  const wallets = [...covered]
  const short = [...new Map(wallets.flatMap(([, { short }]) => [...short]))]
  return sql`known as (
      select * from unnest(${wallets.map(([id]) => id)}::text[], ${wallets.map(([, { to_entry: toEntry }]) => toEntry)}::bigint[]) as k(user_id, to_entry)),
    short as (
      select * from unnest(${short.map(([id]) => id)}::bigint[], ${short.map(([, { paid_fen: paidFen }]) => paidFen)}::bigint[],
        ${short.map(([, { owed_fen: owedFen }]) => owedFen)}::bigint[]) as x(entry_id, paid_fen, owed_fen))`
}
/** The part of entry `e`'s cash that operators did not give: paid, or still to be paid. */
const ownCashSql = (cash: ReturnType<typeof sql>) =>
  sql`case when x.entry_id is null then ${cash} else div(${cash}::numeric * (x.paid_fen + x.owed_fen), -e.amount_fen)::bigint end`
const orderCash = ownCashSql(sql`(o.amount_fen - o.voucher_fen)`)
const orderEntry = sql`
  left join ledger_transactions t on t.idem = 'order:' || o.id left join lateral (
    select e.* from ${cashEntry} e where e.transaction_id = t.id) e on true
  left join short x on x.entry_id = e.id`

/** All SQL for the use of priced images. A charge belongs to the month in which it was settled, as in 消费明细. */
export const imageUsesRepo = (db: Kysely<DB>) => ({
  /** Lists the consumers who used a creator's images within the span or in prepaid time up to its end. */
  consumersOf: async (creatorId: string, { from, to }: MonthSpan): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select s.user_id as id from segments s where s.image_version_id in ${creatorVersionsSql(creatorId)} and s.started_at < ${to}
        and (s.ended_at is null or s.ended_at >= ${from})
      union select p.user_id from image_periods p where p.version_id in ${creatorVersionsSql(creatorId)} and p.starts_at < ${to}
        and (p.ends_at > ${from} or ${passedSecondsSql(to)} > p.stated_s)`.execute(db)
    return rows.map(({ id }) => id)
  },
  /**
   * Returns charges grouped by segment, each owed charge as its own row. Seconds without a whole fen go with the charge that
   * follows or, if none does, precedes them.
   */
  charged: async (creatorId: string, { from, to }: MonthSpan, covered: WalletCoverages): Promise<ImageUseRow[]> => {
    const { rows } = await sql<ImageUseRow>`
      with ${knownWalletsSql(covered)}, charges as (
        select c.segment_id, c.from_s, c.to_s, c.fen, c.at, e.id as entry_id, ${ownCashSql(sql`(c.fen - c.voucher_fen)`)} as cash_fen,
          coalesce(x.owed_fen > 0, false) or coalesce(e.id > k.to_entry, false) as pending
        from segments s join usage_charges c on c.segment_id = s.id left join known k on k.user_id = s.user_id
        left join lateral (select e.* from ${cashEntry} e where e.transaction_id = c.transaction_id) e on true
        left join short x on x.entry_id = e.id
        where s.image_version_id in ${creatorVersionsSql(creatorId)} and s.started_at < ${to}
          and (s.ended_at is null or s.ended_at >= ${from}) and c.at >= ${from} and c.at < ${to}),
      anchored as (
        select c.*, coalesce(
          min(from_s) filter (where fen > 0) over (partition by segment_id order by from_s rows between current row and unbounded following),
          max(from_s) filter (where fen > 0) over (partition by segment_id order by from_s)) as anchor
        from charges c),
      paid as (
        select segment_id, min(from_s) as from_s, max(to_s) as to_s, sum(fen) as fen, max(at) as at, max(entry_id) as entry_id,
          sum(cash_fen) as cash_fen, bool_or(pending) as pending
        from anchored where anchor is not null group by segment_id, anchor)
      select s.image_version_id as version_id, s.user_id as consumer_id, s.id as segment_id, null as period_id,
        s.image_price_micro as price_micro, sum(c.to_s - c.from_s)::bigint as seconds, sum(c.cash_fen)::bigint as cash_fen,
        sum(c.fen)::bigint as whole_fen, max(c.at) as to_at, max(c.entry_id) as entry_id, c.pending,
        greatest(${from}::timestamptz, coalesce((
          select max(b.at) from usage_charges b where b.segment_id = s.id and b.from_s < min(c.from_s)), s.started_at)) as from_at
      from paid c join segments s on s.id = c.segment_id
      group by s.id, c.pending, case when c.pending then c.entry_id end
      order by s.id, min(c.from_s)`.execute(db)
    return rows
  },
  /** Locks passed prepaid time that is on no statement. Excludes orders that never ran, because they may still be refunded. */
  unstated: async (creatorId: string, to: Date, covered: WalletCoverages): Promise<ImageUseRow[]> => {
    const { rows } = await sql<ImageUseRow>`
      with ${knownWalletsSql(covered)} select p.version_id, p.user_id as consumer_id, null as segment_id, p.id as period_id, p.price_micro,
        ${passedSecondsSql(to)} - p.stated_s as seconds, ${orderCash} as cash_fen, o.amount_fen + o.discount_fen as whole_fen,
        e.id as entry_id, false as pending, p.starts_at + make_interval(secs => p.stated_s) as from_at, least(p.ends_at, ${to}::timestamptz) as to_at
      from image_periods p join orders o on o.id = p.order_id ${orderEntry}
      where p.version_id in ${creatorVersionsSql(creatorId)} and o.status <> 'paid' and p.starts_at < ${to}
        and ${passedSecondsSql(to)} > p.stated_s
      order by p.id for no key update of p`.execute(db)
    return rows
  },
  /** Returns the prepaid time that passes within a span, stated or not; read-only. */
  passing: async (creatorId: string, { from, to }: MonthSpan, covered: WalletCoverages): Promise<ImageUseRow[]> => {
    const { rows } = await sql<ImageUseRow>`
      with ${knownWalletsSql(covered)} select p.version_id, p.user_id as consumer_id, null as segment_id, p.id as period_id, p.price_micro,
        floor(extract(epoch from least(p.ends_at, ${to}::timestamptz) - greatest(p.starts_at, ${from}::timestamptz)))::bigint as seconds,
        ${orderCash} as cash_fen, o.amount_fen + o.discount_fen as whole_fen, e.id as entry_id, false as pending,
        greatest(p.starts_at, ${from}::timestamptz) as from_at, least(p.ends_at, ${to}::timestamptz) as to_at
      from image_periods p join orders o on o.id = p.order_id ${orderEntry}
      where p.version_id in ${creatorVersionsSql(creatorId)} and o.status <> 'paid' and p.starts_at < ${to} and p.ends_at > ${from}
        and least(p.ends_at, ${to}::timestamptz) >= greatest(p.starts_at, ${from}::timestamptz) + interval '1 second'
      order by p.id`.execute(db)
    return rows
  },
  addStated: async (rows: readonly Pick<ImageUseRow, 'period_id' | 'seconds'>[]) => {
    if (rows.length === 0) return
    await sql`update image_periods p set stated_s = p.stated_s + v.seconds
      from unnest(${rows.map((row) => row.period_id)}::bigint[], ${rows.map((row) => row.seconds)}::bigint[]) as v(id, seconds)
      where p.id = v.id`.execute(db)
  },
  /** Lists creators who may have earned in a month and have no statement for it. */
  creatorsOf: async (month: string, { from, to }: MonthSpan): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select distinct c.author_id as id from community_images c join community_image_versions v on v.community_image_id = c.id
      where (exists (select 1 from segments s where s.image_version_id = v.id and s.started_at < ${to}
                     and (s.ended_at is null or s.ended_at >= ${from}))
          or exists (select 1 from image_periods p join orders o on o.id = p.order_id
                     where p.version_id = v.id and o.status <> 'paid' and p.starts_at < ${to} and ${passedSecondsSql(to)} > p.stated_s))
        and not exists (select 1 from creator_statements t where t.creator_id = c.author_id and t.month = ${month})
      order by 1`.execute(db)
    return rows.map(({ id }) => id)
  },
  /** Returns when the first priced image began to run; null if none has. */
  firstUse: async (): Promise<Date | null> => {
    const { rows } = await sql<{ at: Date | null }>`
      select least((select min(started_at) from segments where image_version_id is not null),
                   (select min(starts_at) from image_periods)) as at`.execute(db)
    return rows[0]!.at
  },
  /** Tells whether charges due before `to` are not yet written; then the month cannot be settled. */
  hasUnsettled: async (to: Date): Promise<boolean> => {
    const row = await db
      .selectFrom('segments')
      .select('id')
      .where('image_version_id', 'is not', null)
      .where('ended_at', 'is', null)
      .where('next_bill_at', '<', to)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },
})

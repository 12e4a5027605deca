import { type Kysely, sql } from 'kysely'
import type { ConsumptionKind } from '#contract/consumption.ts'
import { toMomentRange } from '#server/db/day-range.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export interface ConsumptionFilters {
  from?: string | undefined
  to?: string | undefined
  instance_id?: string | undefined
  product_id?: string | undefined
  kind?: ConsumptionKind | undefined
  /** Leaves out what was paid at once for packages, and its refunds. */
  without_orders?: boolean
}

export interface ConsumptionRow {
  key: string
  day: string
  kind: ConsumptionKind
  title: string
  instance_id: string | null
  instance_name: string | null
  product_id: string | null
  product_name: string | null
  order_id: string | null
  seconds: bigint | null
  cash_fen: bigint
  voucher_fen: bigint
}

/** The Asia/Shanghai day of a moment, as SQL; the zone has been UTC+8 all year since 1991. */
const shanghaiDaySql = (at: string) => sql`to_char(${sql.ref(at)} at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD')`

/**
 * Lists consumption line by line: charges per instance and day of settlement, all large-model calls per day, and every other
 * posting between the user and platform revenue. Each ledger row is in exactly one line, on its own day (product §5).
 */
const consumptionLinesSql = (userId: string, { since, until }: ReturnType<typeof toMomentRange>) => {
  const within = (at: string) =>
    sql`${since ? sql`and ${sql.ref(at)} >= ${since}` : sql``} ${until ? sql`and ${sql.ref(at)} < ${until}` : sql``}`
  return sql<ConsumptionRow>`
    select u.day || '-' || u.instance_id as key, u.day, 'usage' as kind, '按量扣费' as title, u.instance_id, null::text as order_id,
           u.seconds, u.fen - u.voucher_fen as cash_fen, u.voucher_fen
    from (
      select ${shanghaiDaySql('c.at')} as day, s.instance_id, sum(c.to_s - c.from_s)::bigint as seconds, sum(c.fen)::bigint as fen,
             sum(c.voucher_fen)::bigint as voucher_fen
      from usage_charges c join segments s on s.id = c.segment_id
      where s.user_id = ${userId} ${within('c.at')} group by 1, 2) u
    union all
    select m.day || '-llm', m.day, 'llm_usage', '大模型用量', null, null, null, m.fen, 0::bigint
    from (
      select ${shanghaiDaySql('t.at')} as day, -sum(e.amount_fen)::bigint as fen
      from accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = ${userId} and a.kind = 'cash' and t.kind = 'llm_usage' ${within('t.at')} group by 1) m
    union all
    select p.kind || '-' || p.id, ${shanghaiDaySql('p.at')}, p.kind, p.title, coalesce(o.instance_id, i.id), o.id, null, p.cash_fen, p.voucher_fen
    from (
      select t.id, t.kind, t.title, t.ref, t.at, coalesce(-sum(e.amount_fen) filter (where a.kind = 'cash'), 0)::bigint as cash_fen,
             coalesce(-sum(e.amount_fen) filter (where a.kind = 'voucher'), 0)::bigint as voucher_fen
      from accounts a join ledger_entries e on e.account_id = a.id join ledger_transactions t on t.id = e.transaction_id
      where a.user_id = ${userId} and a.kind in ('cash', 'voucher') and t.kind in ('order', 'refund', 'late_fee') ${within('t.at')}
      group by t.id) p
    left join orders o on o.id = p.ref
    left join instances i on i.id = p.ref`
}

const selectNamedLines = (db: Kysely<DB>, userId: string, filters: ConsumptionFilters) => {
  const lines = consumptionLinesSql(userId, toMomentRange(filters))
  let rows = db
    .selectFrom(sql<Omit<ConsumptionRow, 'instance_name' | 'product_id' | 'product_name'>>`(${lines})`.as('l'))
    .leftJoin('instances as i', 'i.id', 'l.instance_id')
    .leftJoin('products as p', 'p.id', 'i.product_id')
  if (filters.instance_id) rows = rows.where('l.instance_id', '=', filters.instance_id)
  if (filters.product_id) rows = rows.where('i.product_id', '=', filters.product_id)
  if (filters.kind) rows = rows.where('l.kind', '=', filters.kind)
  if (filters.without_orders) rows = rows.where('l.kind', 'not in', ['order', 'refund'])
  return rows
}

const amount = sql<bigint>`(l.cash_fen + l.voucher_fen)`
/** What was paid for: an instance's id, or `llm` for all calls of the model API. */
const subject = sql<string | null>`case when l.kind = 'llm_usage' then 'llm' else l.instance_id end`

/** All SQL for 消费明细 of one user. */
export const consumptionRepo = (db: Kysely<DB>, userId: string) => {
  const rows = (filters: ConsumptionFilters) =>
    selectNamedLines(db, userId, filters)
      .selectAll('l')
      .select(['i.nick_name as instance_name', 'i.product_id', 'p.name as product_name', amount.as('amount_fen')])
  const sums = (filters: ConsumptionFilters) =>
    selectNamedLines(db, userId, filters).select(sql<bigint>`coalesce(sum(${amount}), 0)::bigint`.as('fen'))
  return {
    list: (query: ConsumptionFilters & { page: number; page_size: number; sort?: 'day' | 'amount'; order?: 'asc' | 'desc' }) =>
      loadPage(rows(query), query, query.sort === 'amount' ? 'amount_fen' : 'l.day', 'l.key'),
    /** Returns up to `limit` lines after `last`, newest day first; the cursor of an export. */
    after: (filters: ConsumptionFilters, last: { day: string; key: string } | undefined, limit: number) => {
      const found = rows(filters).orderBy('l.day', 'desc').orderBy('l.key', 'desc').limit(limit)
      return (last ? found.where(sql<boolean>`(l.day, l.key) < (${last.day}, ${last.key})`) : found).execute()
    },
    sum: (filters: ConsumptionFilters) =>
      selectNamedLines(db, userId, filters)
        .select([
          sql<bigint>`count(*)`.as('count'),
          sql<bigint>`coalesce(sum(l.cash_fen), 0)::bigint`.as('cash_fen'),
          sql<bigint>`coalesce(sum(l.voucher_fen), 0)::bigint`.as('voucher_fen'),
          sql<bigint>`coalesce(sum(${amount}) filter (where l.kind = 'usage'), 0)::bigint`.as('usage_fen'),
        ])
        .executeTakeFirstOrThrow(),
    byDay: (filters: ConsumptionFilters) => sums(filters).select(['l.day', 'l.kind']).groupBy(['l.day', 'l.kind']).execute(),
    byInstance: (filters: ConsumptionFilters) =>
      sums(filters)
        .select(['l.instance_id as id', 'i.nick_name as name'])
        .groupBy(['l.instance_id', 'i.nick_name'])
        .orderBy('fen', 'desc')
        .orderBy('l.instance_id')
        .execute(),
    /**
     * Sums by day and subject: each of the `most` largest instances (the model API counts as one), and the rest as one row
     * without a subject.
     */
    byDaySubject: async (filters: ConsumptionFilters, most: number) => {
      const perDay = sums(filters)
        .select(['l.day', 'i.nick_name as name'])
        .select(subject.as('subject'))
        .groupBy(['l.day', 'i.nick_name', subject])
      const { rows } = await sql<{ day: string; subject: string | null; name: string | null; spent_fen: bigint; fen: bigint }>`
        with per_day as (${perDay}), ranked as (
          select subject, max(name) as name, sum(fen) as spent_fen from per_day where subject is not null
          group by subject having sum(fen) > 0 order by 3 desc, 1 limit ${most})
        select d.day, r.subject, r.name, coalesce(r.spent_fen, 0)::bigint as spent_fen, sum(d.fen)::bigint as fen
        from per_day d left join ranked r on r.subject = d.subject
        group by 1, 2, 3, 4 order by 4 desc, 2, 1`.execute(db)
      return rows
    },
    byProduct: (filters: ConsumptionFilters) =>
      sums(filters)
        .leftJoin('regions as r', 'r.id', 'p.region_id')
        .select(['i.product_id as id', sql<string | null>`p.name || ' · ' || r.name`.as('name')])
        .groupBy(['i.product_id', 'p.name', 'r.name'])
        .orderBy('fen', 'desc')
        .orderBy('i.product_id')
        .execute(),
    /** Returns all instances a user ever had, newest first. */
    subjects: () =>
      db
        .selectFrom('instances as i')
        .innerJoin('products as p', 'p.id', 'i.product_id')
        .where('i.user_id', '=', userId)
        .select(['i.id', 'i.nick_name', 'i.product_id', 'p.name as product_name'])
        .orderBy('i.created_at', 'desc')
        .orderBy('i.id')
        .limit(maxSubjects)
        .execute(),
    owns: async (instanceId: string): Promise<boolean> =>
      (await db
        .selectFrom('instances')
        .select('id')
        .where('id', '=', instanceId)
        .where('user_id', '=', userId)
        .executeTakeFirst()) !== undefined,
    /** Returns the charges of one instance settled on one day, with their segments. */
    charges: (instanceId: string, day: string) => {
      const { since, until } = toMomentRange({ from: day, to: day })
      return db
        .selectFrom('usage_charges as c')
        .innerJoin('segments as s', 's.id', 'c.segment_id')
        .where('s.user_id', '=', userId)
        .where('s.instance_id', '=', instanceId)
        .where('c.at', '>=', since!)
        .where('c.at', '<', until!)
        .select(['s.id', 's.started_at', 's.ended_at', 's.price_micro', 's.image_price_micro', 's.carry_in'])
        .select(['c.from_s', 'c.to_s', 'c.fen', 'c.voucher_fen', 'c.at', 'c.transaction_id'])
        .orderBy('s.id')
        .orderBy('c.from_s')
        .execute()
    },
  }
}

/** More options than a filter can usefully offer. */
const maxSubjects = 500

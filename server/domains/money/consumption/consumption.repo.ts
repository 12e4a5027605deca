import { type Kysely, type QueryCreator, sql } from 'kysely'
import type { ConsumptionKind } from '#contract/consumption.ts'
import { toMomentRange } from '#server/db/day-range.ts'
import { countRows, loadLatePage, loadPage, type PageQuery } from '#server/db/page.ts'
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

export interface CostShare {
  id: string | null
  name: string | null
  fen: bigint
  /** Of how many it is the sum. */
  count: number
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

/** What lines and days, both named `l`, have in common. */
const matches = (userId: string, { from, to, kind, without_orders: withoutOrders }: ConsumptionFilters) => [
  sql<boolean>`l.user_id = ${userId}`,
  ...(from ? [sql<boolean>`l.day >= ${from}`] : []),
  ...(to ? [sql<boolean>`l.day <= ${to}`] : []),
  ...(kind ? [sql<boolean>`l.kind = ${kind}`] : []),
  ...(withoutOrders ? [sql<boolean>`l.kind not in ('order', 'refund')`] : []),
]

/**
 * Lists consumption line by line, as the database keeps it: charges per instance and day of settlement, all large-model calls per
 * day, and every other posting between the user and platform revenue. Each ledger row is in exactly one line, on its own day
 * (product §5).
 */
const selectLines = (db: Kysely<DB>, userId: string, filters: ConsumptionFilters) =>
  db.selectFrom('consumption_lines as l').where((eb) => eb.and(matches(userId, filters)))

const amount = sql<bigint>`(l.cash_fen + l.voucher_fen)`
/** What the database does not say of the lines that sum up a day. */
const title = sql<string>`coalesce(t.title, case l.kind when 'usage' then '按量扣费' else '大模型用量' end)`

/** Lines with what they were paid for: an order may get its instance after its posting. */
const selectNamedLines = (db: Kysely<DB>, userId: string, filters: ConsumptionFilters) => {
  let rows = selectLines(db, userId, filters)
    .leftJoin('ledger_transactions as t', 't.id', 'l.transaction_id')
    .leftJoin('orders as o', 'o.id', 't.ref')
    .leftJoin('instances as i', (join) => join.on(sql<boolean>`i.id = coalesce(l.instance_id, o.instance_id, t.ref)`))
    .leftJoin('products as p', 'p.id', 'i.product_id')
  const { instance_id: instanceId, product_id: productId } = filters
  if (instanceId)
    rows = rows
      .where((eb) => eb.or([eb('l.instance_id', '=', instanceId), eb('l.instance_id', 'is', null)]))
      .where('i.id', '=', instanceId)
  if (productId) rows = rows.where('i.product_id', '=', productId)
  return rows
}

/**
 * A few lines with what they were paid for, looked up one by one: joined to a thousand lines, a table of some 100,000 rows would be
 * read whole, for each chunk again.
 */
const selectLookedUpLines = (db: QueryCreator<DB>) =>
  db
    .selectFrom('consumption_lines as l')
    .leftJoinLateral(
      (eb) => eb.selectFrom('ledger_transactions as x').selectAll('x').whereRef('x.id', '=', 'l.transaction_id').limit(1).as('t'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => eb.selectFrom('orders as x').selectAll('x').whereRef('x.id', '=', 't.ref').limit(1).as('o'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('instances as x')
          .selectAll('x')
          .where(sql<boolean>`x.id = coalesce(l.instance_id, o.instance_id, t.ref)`)
          .limit(1)
          .as('i'),
      (join) => join.onTrue(),
    )
    .leftJoin('products as p', 'p.id', 'i.product_id')

const shownColumns = [
  ...(['l.key', 'l.day', 'l.seconds', 'l.cash_fen', 'l.voucher_fen', 'i.id as instance_id', 'o.id as order_id'] as const),
  ...([sql<ConsumptionKind>`l.kind`.as('kind'), title.as('title'), amount.as('amount_fen')] as const),
  ...(['i.nick_name as instance_name', 'i.product_id', 'p.name as product_name'] as const),
] as const

/** Days of a user by kind: the sums of their lines. */
const selectDays = (db: Kysely<DB>, userId: string, filters: ConsumptionFilters) =>
  db.selectFrom('consumption_days as l').where((eb) => eb.and(matches(userId, filters)))

/** What each line paid for: an instance's id, `llm` for all calls of the model API, or nothing in particular. */
const selectSpending = (db: Kysely<DB>, userId: string, filters: ConsumptionFilters) =>
  selectLines(db, userId, filters)
    .where('l.instance_id', 'is not', null)
    .select(['l.day', 'l.instance_id as subject', amount.as('fen')])
    .unionAll(
      selectNamedLines(db, userId, filters)
        .where('l.instance_id', 'is', null)
        .select([
          'l.day',
          sql<string | null>`case when l.kind = 'llm_usage' then 'llm' else i.id end`.as('subject'),
          amount.as('fen'),
        ]),
    )

/** All SQL for 消费明细 of one user. */
export const consumptionRepo = (db: Kysely<DB>, userId: string) => {
  const rows = (filters: ConsumptionFilters) => selectNamedLines(db, userId, filters).select(shownColumns)
  /** Sums by instance; what belongs to none, the model API too, is one row. */
  const instanceSums = (filters: ConsumptionFilters) => sql<{ id: string | null; fen: bigint }>`
    select nullif(subject, 'llm') as id, sum(fen)::bigint as fen from (${selectSpending(db, userId, filters)}) s group by 1`
  const needsNames = (filters: ConsumptionFilters) => Boolean(filters.instance_id || filters.product_id)
  const keptCount = (filters: ConsumptionFilters) =>
    sql<bigint>`(${selectDays(db, userId, filters).select(sql<bigint>`coalesce(sum(l.lines), 0)::bigint`.as('lines'))})`
  const countKept = async (filters: ConsumptionFilters): Promise<number> =>
    Number((await db.selectNoFrom(keptCount(filters).as('lines')).executeTakeFirstOrThrow()).lines)
  return {
    list: (query: ConsumptionFilters & PageQuery & { sort?: 'day' | 'amount' }) =>
      query.sort === 'amount' || needsNames(query)
        ? loadPage(rows(query), query, query.sort === 'amount' ? 'amount_fen' : 'l.day', 'l.key')
        : loadLatePage(
            {
              found: selectLines(db, userId, query),
              rows: rows({}),
              id: ['l.user_id', 'l.day', 'l.key'],
              count: keptCount(query),
            },
            query,
            'l.day',
          ),
    /** Counts lines, no more than `most` where a filter needs their names. */
    count: (filters: ConsumptionFilters, most: number) =>
      needsNames(filters) ? countRows(selectNamedLines(db, userId, filters), most) : countKept(filters),
    /** Returns up to `limit` lines after `last`, newest day first; the cursor of an export. Only these are joined. */
    after: (filters: ConsumptionFilters, last: { day: string; key: string } | undefined, limit: number) => {
      const isAfter = last ? [sql<boolean>`(l.day, l.key) < (${last.day}, ${last.key})`] : []
      const lines = selectLines(db, userId, filters).where((eb) => eb.and(isAfter))
      const chunk = lines.selectAll('l').orderBy('l.day', 'desc').orderBy('l.key', 'desc').limit(limit)
      const found = needsNames(filters)
        ? rows(filters).where((eb) => eb.and(isAfter))
        : selectLookedUpLines(db.with('consumption_lines', () => chunk)).select(shownColumns)
      return found.orderBy('l.day', 'desc').orderBy('l.key', 'desc').limit(limit).execute()
    },
    sum: (filters: ConsumptionFilters) => {
      const columns = [
        sql<bigint>`coalesce(sum(l.cash_fen), 0)::bigint`.as('cash_fen'),
        sql<bigint>`coalesce(sum(l.voucher_fen), 0)::bigint`.as('voucher_fen'),
        sql<bigint>`coalesce(sum(${amount}) filter (where l.kind = 'usage'), 0)::bigint`.as('usage_fen'),
      ] as const
      const summed = needsNames(filters)
        ? selectNamedLines(db, userId, filters).select([...columns, sql<bigint>`count(*)`.as('count')])
        : selectDays(db, userId, filters).select([...columns, sql<bigint>`coalesce(sum(l.lines), 0)::bigint`.as('count')])
      return summed.executeTakeFirstOrThrow()
    },
    byDay: (filters: ConsumptionFilters) =>
      selectDays(db, userId, filters)
        .select(['l.day', 'l.kind', amount.as('fen')])
        .execute(),
    /**
     * Sums of the `most` largest instances, of these others and of what belongs to none, largest first; the rest is one row without
     * `named` that says how many they are.
     */
    byInstance: async (filters: ConsumptionFilters, most: number, others: readonly string[]) => {
      const { rows } = await sql<{ id: string | null; fen: bigint; named: boolean; count: number }>`
        with spent as materialized (${instanceSums(filters)}), named as (
          select * from spent where id is null or id = any(${others}::text[])
          union (select * from spent where id is not null order by fen desc, id limit ${most})
        )
        select id, fen, true as named, 1 as count from named
        union all
        select null, (coalesce(sum(s.fen), 0) - (select coalesce(sum(fen), 0) from named))::bigint, false,
          (count(*) - (select count(*) from named))::int from spent s
        order by named desc, fen desc, id`.execute(db)
      return rows
    },
    /**
     * Sums by day and subject: each of the `most` largest instances (the model API counts as one), and the rest as one row
     * without a subject.
     */
    byDaySubject: async (filters: ConsumptionFilters, most: number) => {
      const spending = selectSpending(db, userId, filters)
      const days = selectDays(db, userId, filters).select(['l.day', amount.as('fen'), 'l.lines'])
      const { rows } = await sql<{ day: string; subject: string | null; name: string | null; spent_fen: bigint; fen: bigint }>`
        with ranked as (
          select subject, sum(fen)::bigint as spent_fen from (${spending}) s where subject is not null
          group by subject having sum(fen) > 0 order by 2 desc, 1 limit ${most}
        ), large as (
          select s.day, r.subject, r.spent_fen, sum(s.fen) as fen, count(*) as lines
          from ranked r join (${spending}) s on s.subject = r.subject group by 1, 2, 3
        )
        select l.day, l.subject, i.nick_name as name, l.spent_fen, l.fen::bigint as fen
        from large l left join instances i on i.id = l.subject
        union all
        select d.day, null, null, 0, (d.fen - coalesce(l.fen, 0))::bigint
        from (select day, sum(fen) as fen, sum(lines) as lines from (${days}) k group by day) d
        left join (select day, sum(fen) as fen, sum(lines) as lines from large group by day) l on l.day = d.day
        where d.lines > coalesce(l.lines, 0)
        order by 4 desc, 2, 1`.execute(db)
      return rows
    },
    /** Sums by product, and by each of the `most` largest instances; the others are one row that says how many they are. */
    shares: async (filters: ConsumptionFilters, most: number) => {
      const { rows } = await sql<CostShare & { by: 'instance' | 'product' }>`
        with spent as materialized (${instanceSums(filters)}),
        large as (select id, fen from spent order by fen desc, id limit ${most})
        select 'instance' as by, row_number() over (order by l.fen desc, l.id) as place, l.id, i.nick_name as name, l.fen, 1 as count
        from large l left join instances i on i.id = l.id
        union all
        select 'instance', ${most} + 1, null, null, sum(fen)::bigint - (select sum(fen)::bigint from large), count(*)::int - ${most}
        from spent having count(*) > ${most}
        union all
        select 'product', row_number() over (order by l.fen desc, l.product_id), l.product_id, p.name || ' · ' || r.name, l.fen, 1
        from (select i.product_id, sum(s.fen)::bigint as fen from spent s left join instances i on i.id = s.id group by 1) l
        left join products p on p.id = l.product_id left join regions r on r.id = p.region_id
        order by 1, 2`.execute(db)
      return rows
    },
    /** Returns all instances a user ever had, newest first. */
    subjects: () =>
      db
        .selectFrom('instances as i')
        .innerJoin('products as p', 'p.id', 'i.product_id')
        .where('i.user_id', '=', userId)
        .select(['i.id', 'i.nick_name', 'i.product_id', 'p.name as product_name'])
        .orderBy('i.created_at', 'desc')
        .orderBy('i.id', 'desc')
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

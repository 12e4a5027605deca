import { type Kysely, sql } from 'kysely'
import { toShanghaiDay } from '#contract/day.ts'
import type { FailureKind } from '#contract/operator/trends.ts'
import { loadPage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

const dateSql = (at: string) => sql`(${sql.ref(at)} at time zone 'UTC' + interval '8 hours')::date`
const daySql = (at: string) => sql<string>`to_char(${sql.ref(at)} at time zone 'UTC' + interval '8 hours', 'YYYY-MM-DD')`

/** A boot that fails ends its step in the same moment in which the instance becomes 异常. */
const failureKindSql = sql<FailureKind>`case when exists (
  select from instance_steps s where s.instance_id = e.instance_id and s.failed_at = e.at) then 'boot' else 'run' end`

/** All SQL of the charts over time. Everything is read from the first moment of a day on. */
export const trendsRepo = (db: Kysely<DB>) => {
  const failures = () => db.selectFrom('instance_events as e').where('e.kind', '=', 'status').where('e.status', '=', sql.lit(1))
  return {
    /**
     * Sums the revenue account by day and by what earned it: usage by the product of the run, orders and refunds by that of the
     * price, the rest (no product) by kind of posting as the days of the ledger keep it. What the index `ledger_transactions_kind`
     * leaves out is said once more, as the planner asks for it.
     */
    revenue: async (since: Date): Promise<{ day: string; product_id: string | null; kind: string; fen: bigint }[]> => {
      const { rows } = await sql<{ day: string; product_id: string | null; kind: string; fen: bigint }>`
        select to_char(day, 'YYYY-MM-DD') as day, product_id, kind, sum(fen)::bigint as fen from (
          select ${dateSql('c.at')} as day, s.product_id, 'usage' as kind, sum(c.fen) as fen
          from usage_charges c join segments s on s.id = c.segment_id
          where c.at >= ${since} and c.fen > 0 group by 1, 2
          union all
          select ${dateSql('t.at')}, v.product_id, t.kind, e.amount_fen
          from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
            join accounts a on a.id = e.account_id and a.kind = 'revenue'
            left join orders o on o.id = t.ref left join product_prices v on v.id = o.price_id
          where t.at >= ${since} and t.kind in ('order', 'refund') and t.kind <> 'usage' and t.kind <> 'llm_usage'
          union all
          select day::date, null, kind, plus_fen + minus_fen from ledger_days
          where account = 'revenue' and day >= ${toShanghaiDay(since)} and kind not in ('usage', 'order', 'refund')
        ) x group by x.day, product_id, kind`.execute(db)
      return rows
    },
    productNames: async (ids: readonly string[]): Promise<Map<string, string>> => {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('products as p')
        .innerJoin('regions as r', 'r.id', 'p.region_id')
        .select(['p.id', 'p.name', 'r.name as region_name'])
        .where('p.id', 'in', ids)
        .execute()
      return new Map(rows.map((row) => [row.id, `${row.name} · ${row.region_name}`]))
    },
    /** Sums what came in and went out through payment channels by day; money that came in is negative there. */
    channel: (since: Date) =>
      db
        .selectFrom('ledger_days')
        .where('day', '>=', toShanghaiDay(since))
        .where('account', '=', 'channel')
        .where('kind', 'in', ['recharge', 'withdraw'])
        .groupBy(['day', 'kind'])
        .select(['day', 'kind', sql<bigint>`sum(plus_fen + minus_fen)::bigint`.as('fen')])
        .execute(),
    cards: () =>
      db
        .selectFrom('gpus as g')
        .innerJoin('hosts as h', 'h.id', 'g.host_id')
        .where('h.region_id', 'is not', null)
        .groupBy('g.model')
        .select(['g.model', sql<number>`count(*)::int`.as('cards')])
        .orderBy('g.model')
        .execute(),
    recordedSince: async (): Promise<Date | null> =>
      (await db.selectFrom('card_leases').select('begun_at').orderBy('id').limit(1).executeTakeFirst())?.begun_at ?? null,
    /** Sums the seconds for which cards were rented, by model and day; `days` are the first moments of each day. */
    rented: async (days: readonly { day: string; from: Date; to: Date }[]) => {
      const { rows } = await sql<{ day: string; model: string; seconds: number }>`
        with held as materialized (
          select model, begun_at, ended_at from card_leases where ended_at is null or ended_at > ${days[0]!.from})
        select d.day, l.model,
          sum(extract(epoch from least(coalesce(l.ended_at, d.until), d.until) - greatest(l.begun_at, d.since)))::float8 as seconds
        from unnest(${days.map(({ day }) => day)}::text[], ${days.map(({ from }) => from)}::timestamptz[],
            ${days.map(({ to }) => to)}::timestamptz[]) as d(day, since, until)
          join held l on l.begun_at < d.until and (l.ended_at is null or l.ended_at > d.since)
        group by d.day, l.model`.execute(db)
      return rows
    },
    failuresByDay: (since: Date) =>
      failures()
        .where('e.at', '>=', since)
        .groupBy([daySql('e.at'), failureKindSql])
        .select([daySql('e.at').as('day'), failureKindSql.as('kind'), sql<number>`count(*)::int`.as('count')])
        .execute(),
    failures: (query: PageQuery & { kind?: FailureKind; since?: Date | undefined; before?: Date | undefined }) => {
      let rows = failures()
        .innerJoin('instances as i', 'i.id', 'e.instance_id')
        .innerJoin('users as u', 'u.id', 'i.user_id')
        .select(['e.id', 'e.at', 'e.instance_id', 'e.detail', 'i.nick_name', 'i.released_at', 'i.host_id', 'i.user_id'])
        .select(['u.nickname', failureKindSql.as('failure')])
      if (query.kind) rows = rows.where(failureKindSql, '=', query.kind)
      if (query.since) rows = rows.where('e.at', '>=', query.since)
      if (query.before) rows = rows.where('e.at', '<', query.before)
      return loadPage(rows, query, 'e.at', 'e.id')
    },
  }
}

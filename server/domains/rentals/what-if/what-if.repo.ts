import { type Kysely, sql } from 'kysely'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { toMomentRange } from '#server/db/day-range.ts'
import type { DB } from '#server/db/types.ts'
import { wholeInstanceCard } from '#server/db/usage-points.ts'
import type { PackageOrder } from '#server/domains/rentals/what-if/package-cost.policy.ts'
import type { Span } from '#server/domains/rentals/what-if/spans.policy.ts'

interface UseRow {
  instance_id: string
  use: 'none' | 'low' | 'high'
  from: Date
  to: Date
  use_percent: number
  vram_mb: number | null
}

const toDates = ({ from, to }: Span) => ({ since: new Date(from), until: new Date(to) })

/** All SQL of the what-if bill of one user. Reads a window of at most 50 instances, by the indexes of their ids. */
export const whatIfRepo = (db: Kysely<DB>, userId: string) => ({
  /** Packages in force that nothing may have been charged for lately; by `instances_user`. */
  packages: (limit: number) =>
    db
      .selectFrom('instances')
      .select(['id'])
      .where('user_id', '=', userId)
      .where('released_at', 'is', null)
      .where('charge_rule', '!=', 'hour')
      .orderBy('created_at', 'desc')
      .limit(limit)
      .execute(),
  /** Instances that had a package and were not released before a moment; by `orders_package`. */
  packagedSince: async (since: Date) => {
    const { rows } = await sql<{ id: string; name: string; released_at: Date | null }>`
      select i.id, i.nick_name as name, i.released_at from instances i
      where i.user_id = ${userId} and (i.released_at is null or i.released_at >= ${since}) and i.id in (
        select o.instance_id from orders o
        where o.user_id = ${userId} and o.charge_rule <> 'hour' and o.status in ('paid', 'done', 'refunded'))`.execute(db)
    return rows
  },
  /** What the instances are now, released ones included. */
  instances: (ids: readonly string[]) =>
    db
      .selectFrom('instances as i')
      .innerJoin('products as p', 'p.id', 'i.product_id')
      .innerJoin('images as m', 'm.id', 'i.image_id')
      .leftJoin('instance_guards as g', 'g.instance_id', 'i.id')
      .where('i.user_id', '=', userId)
      .where('i.id', 'in', ids)
      .select(['i.id', 'i.nick_name', 'i.product_id', 'i.gpu_num', 'i.data_disk_gb', 'i.image_id', 'i.charge_rule', 'i.status'])
      .select([
        'i.created_at',
        'i.released_at',
        'p.gpu_model',
        'p.vram_gb',
        'm.priced_version_id',
        'g.idle_minutes',
        'g.idle_percent',
      ])
      .execute(),
  /** The part of each segment that was settled in these days, as 消费明细 counts them; by `segments_instance`. */
  meteredRuns: (ids: readonly string[], days: { from: string; to: string }) => {
    const { since, until } = toMomentRange(days)
    return db
      .selectFrom('segments as s')
      .innerJoin('usage_charges as c', 'c.segment_id', 's.id')
      .where('s.user_id', '=', userId)
      .where('s.instance_id', 'in', ids)
      .where((eb) => eb.or([eb('s.ended_at', 'is', null), eb('s.ended_at', '>=', since!)]))
      .where('c.at', '>=', since!)
      .where('c.at', '<', until!)
      .groupBy('s.id')
      .select(['s.instance_id', 's.started_at', 's.price_micro', 's.image_price_micro', 's.carry_in'])
      .select([
        sql<bigint>`min(c.from_s)`.as('from_s'),
        sql<bigint>`max(c.to_s)`.as('to_s'),
        sql<bigint>`sum(c.fen)::bigint`.as('fen'),
        sql<Date>`max(c.at)`.as('settled_at'),
      ])
      .orderBy('s.id')
      .execute()
  },
  /** Orders that were paid for time or a larger configuration, and conversions that ended it; by `orders_instance`. */
  packageOrders: async (ids: readonly string[]) => {
    const { rows } = await sql<PackageOrder & { instance_id: string }>`
      select o.id as order_id, o.instance_id, coalesce(o.paid_at, o.created_at) as paid_at, o.kind = 'convert' and o.charge_rule = 'hour' as ends_packages,
        (case when o.kind = 'lift' or o.charge_rule = 'hour' or coalesce(r.took_time, false) then 0
          else o.quantity * case o.charge_rule when 'week' then 604800 else 86400 end end)::bigint as seconds,
        (o.amount_fen - coalesce(r.fen, 0))::bigint as net_fen
      from orders o
      left join lateral (
        select sum(cash_fen + voucher_fen) as fen, bool_or(took_time) as took_time from order_refunds where order_id = o.id) r on true
      where o.user_id = ${userId} and o.instance_id = any(${ids}::text[]) and o.status in ('paid', 'done', 'refunded')
      order by paid_at, o.created_at, o.id`.execute(db)
    return rows
  },
  /** Status changes within the window, each instance's last one before it first; by `instance_events_instance`. */
  statusChanges: async (ids: readonly string[], window: Span) => {
    const { since, until } = toDates(window)
    const { rows } = await sql<{ instance_id: string; at: Date; status: number }>`
      select c.instance_id, c.at, c.status from unnest(${ids}::text[]) as wanted (id) cross join lateral (
        (select e.id, e.instance_id, e.at, e.status from instance_events e
          where e.instance_id = wanted.id and e.kind = 'status' and e.status <> ${instanceStatusCodes.saving} and e.at < ${since}
          order by e.id desc limit 1)
        union all
        select e.id, e.instance_id, e.at, e.status from instance_events e
          where e.instance_id = wanted.id and e.kind = 'status' and e.status is not null and e.at >= ${since} and e.at < ${until}
      ) c order by c.id`.execute(db)
    return rows
  },
  /**
   * Stretches of equal GPU use: ten-minute buckets from `fineFrom` on, hours before; each by its busiest sample. By the primary
   * key of `usage_points`.
   */
  uses: async (ids: readonly string[], window: Span, fineFrom: Date, idlePercent: number): Promise<UseRow[]> => {
    const { since, until } = toDates(window)
    const buckets = (stepS: number, from: Date, to: Date) => sql`
      select instance_id, at, at + make_interval(secs => ${stepS}) as until, max(gpu_use_max) as peak, sum(gpu_use_max) as use_sum,
        sum(vram_used_max) as vram_sum
      from usage_points where instance_id = any(${ids}::text[]) and step_s = ${stepS} and card > ${wholeInstanceCard}
        and gpu_use_max is not null and at >= ${from} and at < ${to}
      group by instance_id, at`
    const { rows } = await sql<UseRow>`
      with buckets as (${buckets(3600, since, fineFrom)} union all ${buckets(600, fineFrom, until)}),
      kinds as (
        select *, case when peak <= 0 then 'none' when peak < ${idlePercent} then 'low' else 'high' end as use from buckets),
      marked as (
        select *, (lag(use) over own is distinct from use or lag(until) over own is distinct from at)::int as begins
        from kinds window own as (partition by instance_id order by at)),
      numbered as (select *, sum(begins) over (partition by instance_id order by at) as nth from marked)
      select instance_id, use, min(at) as from, max(until) as to, max(use_sum)::float8 as use_percent, max(vram_sum)::float8 as vram_mb
      from numbered group by instance_id, nth, use order by instance_id, "from"`.execute(db)
    return rows
  },
})

export type WhatIfRepo = ReturnType<typeof whatIfRepo>

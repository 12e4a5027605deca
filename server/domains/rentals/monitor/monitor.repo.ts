import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type MetricName, metricNames, metrics } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { type FigurePart, selectFigures, selectUsageSource, wholeInstanceCard } from '#server/db/usage-points.ts'
import type { CardPeriod, MetricBucket, MetricSeries, MetricsWindow } from '#server/ports/metrics.ts'

type Figures = Record<`${MetricName}_${FigurePart}`, number | null>
const cardMetrics = metricNames.filter((metric) => metrics[metric].per === 'card')
const instanceMetrics = metricNames.filter((metric) => metrics[metric].per === 'instance')
const mibPerGib = 1024
type BucketRow = { card: number; seconds: number } & Figures

/** All SQL that reads charts. */
export const monitorRepo = (db: Kysely<DB>) => ({
  /**
   * Aggregates the points of one resolution into the buckets of a window, keeping every peak. Cards and the instance are queried
   * separately, because no row has values of both.
   */
  lines: async (
    instanceId: string,
    levelS: number,
    { from, to, step_seconds: stepSeconds }: MetricsWindow,
  ): Promise<MetricSeries[]> => {
    const rowsOf = async (names: readonly MetricName[], which: RawBuilder<unknown>) => {
      const { rows } = await sql<BucketRow>`
        select card, extract(epoch from date_bin(make_interval(secs => ${stepSeconds}), at, 'epoch'))::float8 as seconds,
          ${selectFigures(levelS, names)}
        from ${selectUsageSource(levelS)} where instance_id = ${instanceId} and ${which} and at >= ${from} and at < ${to}
        group by card, seconds order by card, seconds`.execute(db)
      return rows
    }
    const own = await rowsOf(instanceMetrics, sql`card = ${wholeInstanceCard}`)
    const cards = await rowsOf(cardMetrics, sql`card > ${wholeInstanceCard}`)
    const places = [...new Set(cards.map(({ card }) => card))]
    const linesOf = (rows: readonly BucketRow[], card: number | null, names: readonly MetricName[]) =>
      names.map((metric) => ({ metric, card, buckets: toBuckets(rows, metric) }))
    const lineOfCard = (place: number) =>
      linesOf(
        cards.filter(({ card }) => card === place),
        place,
        cardMetrics,
      )
    return [...linesOf(own, null, instanceMetrics), ...places.flatMap(lineOfCard)]
  },
  /**
   * Averages all cards of each own instance over the intervals from `from` on: rolled-up minutes up to `rolled`, samples after
   * it. Reads one range of a primary key for each card of each instance.
   */
  usageLines: async (userId: string, ids: readonly string[], from: Date, rolled: Date, stepSeconds: number) => {
    const { rows } = await sql<{ id: string; seconds: number | null; gpu_use: number | null; vram_use: number | null }>`
      select i.id, extract(epoch from date_bin(make_interval(secs => ${stepSeconds}), u.at, 'epoch'))::float8 as seconds,
        sum(u.gpu_sum) / nullif(sum(u.gpu_n), 0) as gpu_use,
        sum(u.vram_sum) / nullif(sum(u.vram_n), 0) / (p.vram_gb * ${mibPerGib}::float8) * 100 as vram_use
      from instances i join products p on p.id = i.product_id
        cross join generate_series(0, i.gpu_num - 1) as c (card)
        left join lateral (
          select at, gpu_use_sum as gpu_sum, gpu_use_n as gpu_n, vram_used_sum as vram_sum, vram_used_n as vram_n
          from usage_points where instance_id = i.id and step_s = 60 and card = c.card and at >= ${from} and at < ${rolled}
          union all
          select at, gpu_use::float8, (gpu_use is not null)::integer, vram_used::float8, (vram_used is not null)::integer
          from usage_samples where instance_id = i.id and card = c.card and at >= ${rolled}) u on true
      where i.id = any(${ids}::text[]) and i.user_id = ${userId} and i.released_at is null
      group by i.id, p.vram_gb, seconds order by i.id, seconds`.execute(db)
    return rows
  },
  /** Returns the newest sample of the instance and of each card since `since`. */
  newest: async (instanceId: string, since: Date) => {
    const { rows } = await sql<{ card: number } & Record<MetricName, number | null>>`
      select distinct on (card) * from usage_samples where instance_id = ${instanceId} and at >= ${since}
      order by card, at desc`.execute(db)
    return rows
  },
  everSampled: async (instanceId: string): Promise<boolean> => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from usage_samples where instance_id = ${instanceId})
        or exists (select from usage_points where instance_id = ${instanceId}) as found`.execute(db)
    return rows[0]!.found
  },
  /**
   * Lists the cards an instance held within a time range, and the period for which it held each. None where cards are only
   * counted: there the image says which ones it has, and could name those of others (docs/decisions/121).
   */
  spells: async (instanceId: string, from: Date, to: Date): Promise<CardPeriod[]> =>
    db
      .selectFrom('card_spells')
      .select(['card', 'uuid', 'started_at as from', 'seen_at as to'])
      .where('instance_id', '=', instanceId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('instances as i')
            .innerJoin('hosts as h', 'h.id', 'i.host_id')
            .select('h.id')
            .whereRef('i.id', '=', 'card_spells.instance_id')
            .where('h.cards', '=', 'uuid'),
        ),
      )
      .where('seen_at', '>=', from)
      .where('started_at', '<', to)
      .orderBy('started_at')
      .execute(),
  statusEvents: (instanceId: string, statuses: readonly number[], from: Date, to: Date, limit: number) =>
    db
      .selectFrom('instance_events')
      .select(['at', 'status', 'reason'])
      .where('instance_id', '=', instanceId)
      .where('kind', '=', 'status')
      .where('status', 'in', statuses)
      .where('at', '>=', from)
      .where('at', '<', to)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  /** Lists the runs that began within a time range at another price than the previous run. */
  priceChanges: async (instanceId: string, from: Date, to: Date, limit: number) => {
    const { rows } = await sql<{ at: Date; before: bigint; after: bigint }>`
      select started_at as at, before, price_micro as after from (
        select started_at, price_micro, lag(price_micro) over (order by id) as before
        from segments where instance_id = ${instanceId}) as runs
      where before <> price_micro and started_at >= ${from} and started_at < ${to} order by at desc limit ${limit}`.execute(db)
    return rows
  },
})

const toBuckets = (rows: readonly BucketRow[], metric: MetricName): MetricBucket[] =>
  rows.flatMap((row) => {
    const [min, max, sum, n] = [row[`${metric}_min`], row[`${metric}_max`], row[`${metric}_sum`], Number(row[`${metric}_n`] ?? 0)]
    return min === null || max === null || sum === null || n === 0 ? [] : [{ at: row.seconds * 1000, min, avg: sum / n, max, n }]
  })

import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type MetricName, metric_names, metrics } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { figuresOver, type Part, sourceOf, whole_instance } from '#server/db/usage-points.ts'
import type { CardSpell, MetricBucket, MetricLine, MetricsWindow } from '#server/ports/metrics.ts'

type Figures = Record<`${MetricName}_${Part}`, number | null>
const of_card = metric_names.filter((metric) => metrics[metric].per === 'card')
const of_instance = metric_names.filter((metric) => metrics[metric].per === 'instance')
type BucketRow = { card: number; seconds: number } & Figures

/** All SQL of reading charts. */
export const monitorRepo = (db: Kysely<DB>) => ({
  /**
   * What was stored at a resolution, gathered into the buckets of a window: every peak is kept. Cards and the instance are
   * asked for apart, as no row has figures of both.
   */
  lines: async (instance_id: string, level_s: number, { from, to, step_seconds }: MetricsWindow): Promise<MetricLine[]> => {
    const rowsOf = async (names: readonly MetricName[], which: RawBuilder<unknown>) => {
      const { rows } = await sql<BucketRow>`
        select card, extract(epoch from date_bin(make_interval(secs => ${step_seconds}), at, 'epoch'))::float8 as seconds,
          ${figuresOver(level_s, names)}
        from ${sourceOf(level_s)} where instance_id = ${instance_id} and ${which} and at >= ${from} and at < ${to}
        group by card, seconds order by card, seconds`.execute(db)
      return rows
    }
    const own = await rowsOf(of_instance, sql`card = ${whole_instance}`)
    const cards = await rowsOf(of_card, sql`card > ${whole_instance}`)
    const places = [...new Set(cards.map(({ card }) => card))]
    const linesOf = (rows: readonly BucketRow[], card: number | null, names: readonly MetricName[]) =>
      names.map((metric) => ({ metric, card, buckets: bucketsOf(rows, metric) }))
    const line_of_card = (place: number) =>
      linesOf(
        cards.filter(({ card }) => card === place),
        place,
        of_card,
      )
    return [...linesOf(own, null, of_instance), ...places.flatMap(line_of_card)]
  },
  /** The newest sample of the instance and of each card since `since`. */
  newest: async (instance_id: string, since: Date) => {
    const { rows } = await sql<{ card: number } & Record<MetricName, number | null>>`
      select distinct on (card) * from usage_samples where instance_id = ${instance_id} and at >= ${since}
      order by card, at desc`.execute(db)
    return rows
  },
  everSampled: async (instance_id: string): Promise<boolean> => {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select from usage_samples where instance_id = ${instance_id})
        or exists (select from usage_points where instance_id = ${instance_id}) as found`.execute(db)
    return rows[0]!.found
  },
  /** The cards of an instance within a time, and for how much of it each was its own. */
  spells: async (instance_id: string, from: Date, to: Date): Promise<CardSpell[]> =>
    db
      .selectFrom('card_spells')
      .select(['card', 'uuid', 'started_at as from', 'seen_at as to'])
      .where('instance_id', '=', instance_id)
      .where('seen_at', '>=', from)
      .where('started_at', '<', to)
      .orderBy('started_at')
      .execute(),
  statusEvents: (instance_id: string, statuses: readonly number[], from: Date, to: Date, limit: number) =>
    db
      .selectFrom('instance_events')
      .select(['at', 'status', 'reason'])
      .where('instance_id', '=', instance_id)
      .where('kind', '=', 'status')
      .where('status', 'in', statuses)
      .where('at', '>=', from)
      .where('at', '<', to)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
  /** The runs that began within a time at another price than the run before. */
  priceChanges: async (instance_id: string, from: Date, to: Date, limit: number) => {
    const { rows } = await sql<{ at: Date; before: bigint; after: bigint }>`
      select started_at as at, before, price_micro as after from (
        select started_at, price_micro, lag(price_micro) over (order by id) as before
        from segments where instance_id = ${instance_id}) as runs
      where before <> price_micro and started_at >= ${from} and started_at < ${to} order by at desc limit ${limit}`.execute(db)
    return rows
  },
})

const bucketsOf = (rows: readonly BucketRow[], metric: MetricName): MetricBucket[] =>
  rows.flatMap((row) => {
    const [min, max, sum, n] = [row[`${metric}_min`], row[`${metric}_max`], row[`${metric}_sum`], Number(row[`${metric}_n`] ?? 0)]
    return min === null || max === null || sum === null || n === 0 ? [] : [{ at: row.seconds * 1000, min, avg: sum / n, max, n }]
  })

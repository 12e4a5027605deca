import { type Kysely, sql } from 'kysely'
import { type MetricName, metricNames } from '#contract/monitor.ts'
import type { DB } from '#server/db/types.ts'
import { wholeInstanceCard } from '#server/db/usage-points.ts'
import type { UsageCounters } from '#server/domains/rentals/monitor/rates.ts'

export interface SampledInstance {
  id: string
  host_id: string
  generation: number
  started_at: Date | null
  sys_disk_gb: number
  data_disk_gb: number
  /** Card UUIDs by position. */
  cards: string[]
}

/** One sample row; metrics that are not set are null. */
export type SampleRow = { instance_id: string; card: number; at: Date } & Partial<Record<MetricName, number | null>> &
  Partial<Omit<UsageCounters, 'at'>>

const counterNames = ['net_rx_bytes', 'net_tx_bytes', 'disk_read_bytes', 'disk_write_bytes'] as const
const columns = sql.join([...metricNames, ...counterNames].map((name) => sql.ref(name)))
const typedColumns = sql.join([
  ...metricNames.map((name) => sql`${sql.ref(name)} real`),
  ...counterNames.map((name) => sql`${sql.ref(name)} bigint`),
])
const toNumber = (value: bigint | null) => (value === null ? null : Number(value))

/** All SQL of samples. Inserting the same sample again has no effect. */
export const samplesRepo = (db: Kysely<DB>) => ({
  /** Returns the next running instances after `after`, host by host. */
  running: async (
    status: number,
    after: Pick<SampledInstance, 'host_id' | 'id'> | undefined,
    limit: number,
  ): Promise<SampledInstance[]> => {
    const { rows } = await sql<SampledInstance>`
      select i.id, i.host_id, i.generation, i.started_at, i.sys_disk_gb, i.data_disk_gb, array(select g.uuid from gpus g where g.instance_id = i.id order by g.uuid) as cards
      from instances i where i.status = ${status} and i.released_at is null and (i.host_id, i.id) > (${after?.host_id ?? ''}, ${after?.id ?? ''})
      order by i.host_id, i.id limit ${limit}`.execute(db)
    return rows
  },
  /** Returns the newest counters of each instance since `since`. */
  countersSince: async (ids: readonly string[], since: Date): Promise<Map<string, UsageCounters>> => {
    const { rows } = await sql<{ instance_id: string; at: Date } & Record<(typeof counterNames)[number], bigint | null>>`
      select l.* from unnest(${ids}::text[]) as wanted (id) cross join lateral (
        select instance_id, at, net_rx_bytes, net_tx_bytes, disk_read_bytes, disk_write_bytes from usage_samples
        where instance_id = wanted.id and card = ${wholeInstanceCard} and at >= ${since} order by at desc limit 1) l`.execute(db)
    return new Map(
      rows.map((row) => [
        row.instance_id,
        {
          at: row.at,
          net_rx_bytes: toNumber(row.net_rx_bytes),
          net_tx_bytes: toNumber(row.net_tx_bytes),
          disk_read_bytes: toNumber(row.disk_read_bytes),
          disk_write_bytes: toNumber(row.disk_write_bytes),
        },
      ]),
    )
  },
  insert: (rows: readonly SampleRow[]) =>
    sql`insert into usage_samples (instance_id, card, at, ${columns})
      select instance_id, card, at, ${columns}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (instance_id text, card smallint, at timestamptz, ${typedColumns})
      on conflict do nothing`.execute(db),
  /** Records which cards are at which position in this run. */
  seeCards: (spells: readonly { instance_id: string; card: number; started_at: Date; uuid: string; seen_at: Date }[]) =>
    sql`insert into card_spells (instance_id, card, started_at, uuid, seen_at)
      select instance_id, card, started_at, uuid, seen_at from jsonb_to_recordset(${JSON.stringify(spells)}::jsonb)
        as t (instance_id text, card smallint, started_at timestamptz, uuid text, seen_at timestamptz)
      on conflict (instance_id, card, started_at) do update set uuid = excluded.uuid, seen_at = excluded.seen_at`.execute(db),
  /** Returns the highest use of any card per minute, only for complete minutes: wholly within the range, and rolled up. */
  gpuUse: async (instanceId: string, from: Date, to: Date): Promise<{ at: Date; use_percent: number }[]> => {
    const { rows } = await sql<{ at: Date; use_percent: number }>`
      select p.at, max(p.gpu_use_max) as use_percent from usage_points p
      where p.instance_id = ${instanceId} and p.step_s = 60 and p.card <> ${wholeInstanceCard} and p.gpu_use_max is not null
        and p.at >= ${from} and p.at + interval '1 minute' <=
          least(${to}::timestamptz, (select rolled_until from usage_rollups where step_s = 60))
      group by p.at order by p.at`.execute(db)
    return rows
  },
})

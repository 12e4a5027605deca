import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

/** SQL of the platform-wide gauges. Sums only, no data of a single user. */
export const expositionRepo = (db: Kysely<DB>) => ({
  instancesByStatus: async () => {
    const { rows } = await sql<{ status: number; n: number }>`
      select status, count(*)::integer as n from instances where released_at is null group by status`.execute(db)
    return rows
  },
  gpusByModel: async () => {
    const { rows } = await sql<{ model: string; total: number; free: number; sick: number }>`
      select g.model, count(*)::integer as total,
        (count(*) filter (where g.sellable and h.schedulable))::integer as free,
        (count(*) filter (where g.health is not null or g.held_at is not null))::integer as sick
      from gpus g join hosts h on h.id = g.host_id group by g.model`.execute(db)
    return rows
  },
  /** Hosts that tell nothing and should, as they are in use or for sale, and those that the platform took out of sale. */
  troubledHosts: async () => {
    const { rows } = await sql<{ silent: number; held: number }>`
      select (count(*) filter (where k.unreachable_since is not null and (h.drained_at is null
          or exists (select from instances i where i.host_id = h.id and i.released_at is null))))::integer as silent,
        (count(*) filter (where h.drained_at = h.held_at))::integer as held
      from hosts h left join host_looks k on k.host_id = h.id where h.region_id is not null`.execute(db)
    return rows[0]!
  },
  /** Micro-yuan per hour of everything metered now; a paused meter bills nothing. */
  burnMicro: async (): Promise<bigint> => {
    const { rows } = await sql<{ micro: bigint }>`
      select coalesce(sum(price_micro), 0)::bigint as micro from segments
      where ended_at is null and not unseen`.execute(db)
    return rows[0]!.micro
  },
  waitingByModel: async () => {
    const { rows } = await sql<{ model: string; n: number }>`
      select p.gpu_model as model, (count(e.id))::integer as n from products p
      left join queue_entries e on e.product_id = p.id and e.state = 'waiting' group by p.gpu_model`.execute(db)
    return rows
  },
  unseen: async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from instances where released_at is null and unseen_since is not null`.execute(db)
    return rows[0]!.n
  },
  quarantined: async (): Promise<number> => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from quarantined_objects where ended_at is null`.execute(db)
    return rows[0]!.n
  },
  /** When the oldest settlement is due; null if nothing is metered. */
  settlementDue: async (): Promise<Date | null> => {
    const { rows } = await sql<{ at: Date | null }>`
      select min(next_bill_at) as at from segments where ended_at is null`.execute(db)
    return rows[0]!.at
  },
  rolledUntil: () => db.selectFrom('usage_rollups').selectAll().execute(),
})

import { type Kysely, sql } from 'kysely'
import { takesDisksSql } from '#server/db/host-capabilities.ts'
import { writeTogether } from '#server/db/together.ts'
import type { DB } from '#server/db/types.ts'

/** Restricts a query to one host (`on`), or excludes one host (`but`). */
export interface HostFilter {
  on?: string
  but?: string
}

export interface ProductPlace {
  id: string
  region_id: string
  gpu_model: string
  /** The only host to look at. */
  host_id?: string | undefined
  /** Only hosts that can take disks of this one. */
  takes_disks_of?: string | undefined
}

/** The writes of a lease, for `writeTogether`. Also ends what a node without this history freed. */
export const buildLease = (uuids: readonly string[], instanceId: string, at: Date) => ({
  held: sql`update gpus set instance_id = ${instanceId} where uuid = any(${[...uuids]}::text[]) returning uuid, model`,
  left_open: sql`update card_leases set ended_at = ${at} where card = any(${[...uuids]}::text[]) and ended_at is null`,
  leased: sql`insert into card_leases (card, model, instance_id, begun_at) select uuid, model, ${instanceId}, ${at} from held`,
})

/**
 * All SQL of GPU leases: `gpus.instance_id` is the lease, so a card never has two holders; `card_leases` is their history. Only
 * `gpus.sellable` cards are given: free ones with nothing wrong, and not out of sale.
 */
export const gpusRepo = (db: Kysely<DB>) => ({
  /**
   * Lists hosts of a product's region with enough free cards, the fullest first, to leave large blocks free for large requests, and
   * locks cards on the first: fewer than `count` if others were faster, none while it is being drained. Excludes hosts whose cards
   * are reserved: for all queue entries, or, with `place`, for those before that place.
   */
  lockOnFullestHost: async (
    { id, region_id: regionId, gpu_model: gpuModel, host_id: hostId, takes_disks_of: source }: ProductPlace,
    count: number,
    place?: bigint,
  ): Promise<{ hosts: string[]; uuids: string[] }> => {
    const { rows } = await sql<{ hosts: string[]; uuids: string[] }>`
      with fitting as materialized (
        select g.host_id, row_number() over (order by count(*), g.host_id) as nth from gpus g join hosts h on h.id = g.host_id
        where h.region_id = ${regionId} and h.schedulable and g.model = ${gpuModel} and g.sellable
          and g.host_id = coalesce(${hostId ?? null}, g.host_id)
          and ${source === undefined ? sql`true` : takesDisksSql(source)}
          and g.host_id not in (select c.host_id from queue_claims() c
            where c.product_id = ${id} and not c.held and (${place ?? null}::bigint is null or c.place < ${place ?? null}))
        group by g.host_id having count(*) >= ${count}
      ), locked as (
        select uuid from gpus where host_id = (select host_id from fitting where nth = 1) and model = ${gpuModel} and sellable
          and exists (select from hosts h where h.id = gpus.host_id and h.drained_at is null)
        order by uuid limit ${count} for no key update skip locked
      )
      select array(select host_id from fitting order by nth) as hosts, array(select uuid from locked) as uuids`.execute(db)
    return rows[0]!
  },
  /** Returns the free cards of each schedulable host of a region that has at least `count`, and can take disks of a host if one is given. */
  freeByHost: async (
    regionId: string,
    model: string,
    count: number,
    takesDisksOf?: string,
  ): Promise<{ host_id: string; gpu_free: number }[]> => {
    const { rows } = await sql<{ host_id: string; gpu_free: number }>`
      select g.host_id, count(*)::int as gpu_free from gpus g join hosts h on h.id = g.host_id
      where h.region_id = ${regionId} and h.schedulable and g.model = ${model} and g.sellable
        and ${takesDisksOf === undefined ? sql`true` : takesDisksSql(takesDisksOf)}
      group by g.host_id having count(*) >= ${count} order by count(*) desc, g.host_id`.execute(db)
    return rows
  },
  /** Whether a host has cards of a product, free or not. */
  isOnHost: async (hostId: string, { region_id: regionId, gpu_model: model }: Omit<ProductPlace, 'id'>): Promise<boolean> => {
    const found = await db
      .selectFrom('gpus as g')
      .innerJoin('hosts as h', 'h.id', 'g.host_id')
      .select('g.uuid')
      .where('h.id', '=', hostId)
      .where('h.region_id', '=', regionId)
      .where('g.model', '=', model)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },
  /** Locks `count` free cards of a host, or fewer if others were faster; none on a host that is being drained. */
  lockFree: (hostId: string, model: string, count: number) =>
    db
      .selectFrom('gpus')
      .select('uuid')
      .where('host_id', '=', hostId)
      .where('model', '=', model)
      .where('sellable', '=', true)
      .where((eb) =>
        eb.exists(
          eb.selectFrom('hosts as h').select('h.id').whereRef('h.id', '=', 'gpus.host_id').where('h.drained_at', 'is', null),
        ),
      )
      .orderBy('uuid')
      .limit(count)
      .forNoKeyUpdate()
      .skipLocked()
      .execute(),
  lease: (uuids: readonly string[], instanceId: string, at: Date) => writeTogether(db, buildLease(uuids, instanceId, at)),
  /** Frees the cards of an instance, optionally on some hosts only; returns the count per host and model. */
  free: async (
    instanceId: string,
    at: Date,
    { on, but }: HostFilter = {},
  ): Promise<{ host_id: string; model: string; cards: number }[]> => {
    const { rows } = await sql<{ host_id: string; model: string; cards: number }>`
      with freed as (
        update gpus set instance_id = null where instance_id = ${instanceId}
          and host_id = coalesce(${on ?? null}, host_id) and host_id is distinct from ${but ?? null} returning uuid, host_id, model),
      ended as (update card_leases l set ended_at = ${at} from freed where l.card = freed.uuid and l.ended_at is null)
      select host_id, model, count(*)::int as cards from freed group by host_id, model`.execute(db)
    return rows
  },
  /** Returns the cards of a host by model, and how many are free or held by this instance. */
  onHost: async (hostId: string, instanceId: string): Promise<{ model: string; total: number; usable: number }[]> => {
    const { rows } = await sql<{ model: string; total: number; usable: number }>`
      select model, count(*)::int as total,
        count(*) filter (where instance_id = ${instanceId} or (sellable and exists (
          select 1 from hosts h where h.id = gpus.host_id and h.drained_at is null)))::int as usable
      from gpus where host_id = ${hostId} group by model`.execute(db)
    return rows
  },
  /** Frees some of an instance's cards. */
  freeSome: (uuids: readonly string[], at: Date) =>
    sql`
      with freed as (update gpus set instance_id = null where uuid = any(${[...uuids]}::text[]) returning uuid)
      update card_leases l set ended_at = ${at} from freed where l.card = freed.uuid and l.ended_at is null`.execute(db),
  modelOf: async (productId: string) =>
    (await db.selectFrom('products').select('gpu_model').where('id', '=', productId).executeTakeFirstOrThrow()).gpu_model,
  of: async (instanceId: string) => {
    const rows = await db.selectFrom('gpus').select('uuid').where('instance_id', '=', instanceId).orderBy('uuid').execute()
    return rows.map((row) => row.uuid)
  },
})

/** Locks cards on the first of the given hosts that has enough; undefined if none has. */
export async function claimGpus(
  db: Kysely<DB>,
  hosts: readonly string[],
  model: string,
  count: number,
): Promise<{ host_id: string; uuids: string[] } | undefined> {
  for (const hostId of hosts) {
    const cards = await gpusRepo(db).lockFree(hostId, model, count)
    if (cards.length === count) return { host_id: hostId, uuids: cards.map((card) => card.uuid) }
  }
  return undefined
}

/** Like `claimGpus`, on the hosts that may serve a product; mostly one statement. */
export async function claimProductGpus(
  db: Kysely<DB>,
  product: ProductPlace,
  count: number,
  place?: bigint,
): Promise<{ host_id: string; uuids: string[] } | undefined> {
  const { hosts, uuids } = await gpusRepo(db).lockOnFullestHost(product, count, place)
  const [fullest, ...others] = hosts
  if (fullest !== undefined && uuids.length === count) return { host_id: fullest, uuids }
  return claimGpus(db, others, product.gpu_model, count)
}

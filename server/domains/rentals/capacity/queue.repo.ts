import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type QueueRow = Selectable<DB['queue_entries']>
/** An entry with the display names of its related rows. */
export type QueueView = QueueRow & {
  product_name: string
  region_name: string
  instance_name: string | null
  instance_charge_rule: string | null
}
/** A waiting entry, and the hosts that could serve it. */
export interface WaitingEntry {
  id: string
  place: bigint
  gpu_num: number
  held: boolean
  hosts: string[]
}
export interface HostStock {
  host_id: string
  free: number
}
export interface CardRelease {
  host_id: string
  cards: number
  at: Date
}

const maxReleases = 1000

/** All SQL of the queue. User-facing reads filter by owner. */
export const queueRepo = (db: Kysely<DB>) => {
  const views = () =>
    db
      .selectFrom('queue_entries as q')
      .innerJoin('products as p', 'p.id', 'q.product_id')
      .innerJoin('regions as r', 'r.id', 'p.region_id')
      .leftJoin('instances as i', 'i.id', 'q.instance_id')
      .selectAll('q')
      .select([
        'p.name as product_name',
        'r.name as region_name',
        'i.nick_name as instance_name',
        'i.charge_rule as instance_charge_rule',
      ])
  return {
    list: (userId: string, query: { page: number; page_size: number; order?: 'asc' | 'desc'; state?: string; kind?: string }) => {
      let rows = views().where('q.user_id', '=', userId)
      if (query.state) rows = rows.where('q.state', '=', query.state)
      if (query.kind) rows = rows.where('q.kind', '=', query.kind)
      return loadPage(rows, query, 'q.created_at', 'q.place')
    },
    findView: (userId: string, id: string) => views().where('q.user_id', '=', userId).where('q.id', '=', id).executeTakeFirst(),
    /**
     * Locks a queue, so that joining and serving run one at a time. Orders and boots take only a shared lock on the product and
     * do not block.
     */
    lockQueue: (productId: string) =>
      db.selectFrom('products').select('id').where('id', '=', productId).forNoKeyUpdate().execute(),
    insert: (row: Insertable<DB['queue_entries']>) => db.insertInto('queue_entries').values(row).execute(),
    countCreates: async (userId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('queue_entries')
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .where('user_id', '=', userId)
        .where('kind', '=', 'create')
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    findWaiting: (id: string) =>
      db.selectFrom('queue_entries').selectAll().where('id', '=', id).where('state', '=', 'waiting').executeTakeFirst(),
    isFrozen: async (userId: string): Promise<boolean> => {
      const user = await db.selectFrom('users').select('frozen_at').where('id', '=', userId).executeTakeFirstOrThrow()
      return user.frozen_at !== null
    },
    isDone: async (id: string): Promise<boolean> => {
      const row = await db.selectFrom('queue_entries').select('state').where('id', '=', id).executeTakeFirstOrThrow()
      return row.state === 'done'
    },
    findOfInstance: (instanceId: string) =>
      db
        .selectFrom('queue_entries')
        .select(['id', 'place', 'product_id'])
        .where('instance_id', '=', instanceId)
        .where('state', '=', 'waiting')
        .executeTakeFirst(),
    /** Ends a waiting entry; returns false if it has already ended. */
    end: async (
      id: string,
      ended: { state: 'done' | 'cancelled' | 'failed'; ended_at: Date; instance_id?: string; reason?: string },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('queue_entries')
        .set({ ...ended, held_reason: null, held_since: null })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    /** Sets or clears the reason why an entry is skipped; returns false if it no longer waits. */
    hold: async (id: string, heldReason: string | null, heldSince: Date | null): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('queue_entries')
        .set({ held_reason: heldReason, held_since: heldSince })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    waitingProducts: async (): Promise<string[]> => {
      const rows = await db.selectFrom('queue_entries').select('product_id').distinct().where('state', '=', 'waiting').execute()
      return rows.map((row) => row.product_id)
    },
    heldEntries: () =>
      db
        .selectFrom('queue_entries')
        .select(['id', 'product_id', 'held_since'])
        .where('state', '=', 'waiting')
        .where('held_since', 'is not', null)
        .orderBy('place')
        .execute(),
    /** Waiting entries of a product, oldest first. */
    line: async (productId: string): Promise<WaitingEntry[]> => {
      const { rows } = await sql<WaitingEntry>`
        select q.id, q.place, q.gpu_num, q.held_reason is not null as held,
               coalesce(array_agg(c.host_id) filter (where c.host_id is not null), '{}') as hosts
        from queue_entries q left join queue_claims() c on c.entry_id = q.id
        where q.product_id = ${productId} and q.state = 'waiting'
        group by q.id order by q.place`.execute(db)
      return rows
    },
    /** Free cards of a product's model on each host of its region. */
    stock: async (productId: string): Promise<HostStock[]> => {
      const { rows } = await sql<HostStock>`
        select g.host_id, count(*) filter (where g.sellable)::int as free
        from products p join hosts h on h.region_id = p.region_id join gpus g on g.host_id = h.id and g.model = p.gpu_model
        where p.id = ${productId} group by g.host_id`.execute(db)
      return rows
    },
    /** Hosts claimed by entries before `place`, or by any entry without `place`. */
    claimedHosts: async (productId: string, place?: bigint): Promise<string[]> => {
      const { rows } = await sql<{ host_id: string }>`
        select distinct host_id from queue_claims()
        where product_id = ${productId} and not held and (${place ?? null}::bigint is null or place < ${place ?? null})`.execute(
        db,
      )
      return rows.map((row) => row.host_id)
    },
    /** Hosts that could give so many cards, were none rented. */
    hostsOf: async (productId: string, gpuNum: number): Promise<string[]> => {
      const { rows } = await sql<{ host_id: string }>`
        select h.id as host_id from products p join hosts h on h.region_id = p.region_id and h.schedulable
        join gpus g on g.host_id = h.id and g.model = p.gpu_model and g.health is null and g.held_at is null
        where p.id = ${productId} group by h.id having count(*) >= ${gpuNum}`.execute(db)
      return rows.map((row) => row.host_id)
    },
    noteRelease: (row: Insertable<DB['gpu_releases']>) => db.insertInto('gpu_releases').values(row).execute(),
    /** Recent releases of cards of a product's model in its region, newest first. */
    releases: async (productId: string, since: Date): Promise<CardRelease[]> => {
      const { rows } = await sql<CardRelease>`
        select r.host_id, r.cards, r.at
        from products p join hosts h on h.region_id = p.region_id join gpu_releases r on r.host_id = h.id and r.model = p.gpu_model
        where p.id = ${productId} and r.at >= ${since} order by r.at desc limit ${maxReleases}`.execute(db)
      return rows
    },
  }
}

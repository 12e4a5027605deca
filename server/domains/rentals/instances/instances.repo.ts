import { type InferResult, type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { type InstanceStatus, instanceStatusCodes } from '#contract/instance-actions.ts'
import { capabilitiesSql } from '#server/db/host-capabilities.ts'
import { type SickGpuRow, sickGpuSql } from '#server/db/host-state.ts'
import { containsText } from '#server/db/like.ts'
import { findByNumber } from '#server/db/numbers.ts'
import { loadLatePage, type PageQuery } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type InstanceRow = Selectable<DB['instances']>
/** An instance row with the display names of its related rows. */
export type InstanceView = InstanceRow & {
  region_name: string
  gpu_model: string
  vram_gb: number
  image_name: string
  simulated: boolean
  /** Of its host. */
  capabilities: Capabilities
  paid_fen: bigint
  task_kind: string | null
  task_percent: number | null
  task_started_at: Date | null
  sick_gpu: SickGpuRow | null
  pull_percent: number | null
  pull_done_bytes: bigint | null
  pull_total_bytes: bigint | null
  pull_last_error: string | null
  pull_retry_at: Date | null
  next_stop_at: Date | null
  next_stop_rule: string | null
  release_since: Date | null
  release_day: number
  release_told_at: Date | null
}

interface ListQuery extends PageQuery {
  sort?: 'created_at' | 'nick_name' | 'status' | 'expire_at'
  keyword?: string
  status?: InstanceStatus
  running?: 'true'
  region_id?: string
  charge_rule?: string
}

const buildUpdate = (db: Kysely<DB>, id: string, changes: Updateable<DB['instances']>) =>
  db
    .updateTable('instances')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', id)

const selectCommitted = (db: Kysely<DB>, userId: string) =>
  db
    .selectFrom('instances')
    .where('user_id', '=', userId)
    .where('released_at', 'is', null)
    .where('charge_rule', '=', 'hour')
    .where('desired', '=', 'running')
    .select([
      sql<string[] | null>`array_agg(id order by id)`.as('ids'),
      sql<string[] | null>`array_agg(gpu_mode order by id)`.as('gpu_modes'),
      sql<bigint[] | null>`array_agg(price_micro order by id)`.as('prices_micro'),
    ])

export type CommittedInstance = Pick<InstanceRow, 'id' | 'charge_rule' | 'gpu_mode' | 'price_micro'>

export const toCommittedInstances = (
  row: InferResult<ReturnType<typeof selectCommitted>>[number] | undefined,
): CommittedInstance[] =>
  (row?.ids ?? []).map((id, nth) => ({
    id,
    charge_rule: 'hour',
    gpu_mode: row!.gpu_modes![nth]!,
    price_micro: row!.prices_micro![nth]!,
  }))

const livingColumns = [
  ...(['id', 'host_id', 'status', 'desired', 'generation', 'version'] as const),
  ...(['missing_since', 'unseen_since', 'booted_generation'] as const),
]

/** All SQL of instances. User-facing reads filter by owner and exclude released instances. */
export const instancesRepo = (db: Kysely<DB>) => {
  // no more than seven tables: with its ids a page joins one more, and beyond eight the database keeps the order they are written in
  const views = () =>
    db
      .selectFrom('instances as i')
      .innerJoin('products as p', 'p.id', 'i.product_id')
      .innerJoin('images as m', 'm.id', 'i.image_id')
      // A clone that waits for its disks shows the task of its source instance.
      .leftJoin('instance_tasks as t', (join) => join.on(sql<boolean>`t.id = coalesce(i.task_id, i.waits_for)`))
      // The image step of the boot in progress.
      .leftJoin('instance_steps as s', (join) =>
        join.on(sql<boolean>`s.instance_id = i.id and s.boot = i.boot and s.key = 'image' and s.finished_at is null
          and s.failed_at is null and i.status in (${instanceStatusCodes.creating}, ${instanceStatusCodes.starting})`),
      )
      .leftJoin('instance_guards as g', 'g.instance_id', 'i.id')
      .where('i.released_at', 'is', null)
      .selectAll('i')
      .select(['g.next_stop_at', 'g.next_stop_rule', 'g.release_since', 'g.release_told_at'])
      .select(sql<number>`coalesce(g.release_day, 0)`.as('release_day'))
      .select([
        sql<string>`(select name from regions where id = i.region_id)`.as('region_name'),
        'p.gpu_model',
        'p.vram_gb',
        sql<string>`m.name || ' ' || m.version`.as('image_name'),
        sql<boolean>`(select simulated from hosts where id = i.host_id)`.as('simulated'),
        sql<Capabilities>`(select ${capabilitiesSql} from hosts h where h.id = i.host_id)`.as('capabilities'),
        sickGpuSql.as('sick_gpu'),
        't.kind as task_kind',
        't.percent as task_percent',
        't.started_at as task_started_at',
        's.percent as pull_percent',
        's.done_bytes as pull_done_bytes',
        's.total_bytes as pull_total_bytes',
        's.last_error as pull_last_error',
        's.retry_at as pull_retry_at',
        sql<bigint>`coalesce((select sum(o.amount_fen - coalesce((select sum(r.cash_fen + r.voucher_fen) from order_refunds r where r.order_id = o.id), 0)) from orders o where o.instance_id = i.id and o.status in ('paid', 'done')), 0)::bigint`.as(
          'paid_fen',
        ),
      ])
  return {
    list: async (userId: string, query: ListQuery) => {
      let found = db.selectFrom('instances as i').where('i.user_id', '=', userId).where('i.released_at', 'is', null)
      if (query.status !== undefined) found = found.where('i.status', '=', query.status)
      if (query.running)
        found = found.where((eb) =>
          eb.or([
            eb('i.status', '=', instanceStatusCodes.running),
            eb.and([eb('i.status', '=', instanceStatusCodes.saving), eb('i.desired', '=', 'running')]),
          ]),
        )
      if (query.region_id) found = found.where('i.region_id', '=', query.region_id)
      if (query.charge_rule) found = found.where('i.charge_rule', '=', query.charge_rule)
      const numbered = await findByNumber(db, 'instances', query.keyword)
      if (numbered) found = found.where('i.id', 'in', numbered)
      else if (query.keyword) found = found.where(containsText(query.keyword, { names: ['i.nick_name'], numbers: ['i.id'] }))
      return loadLatePage({ found, rows: views(), id: ['i.id'] }, query, `i.${query.sort ?? 'created_at'}`)
    },
    findView: (userId: string, id: string): Promise<InstanceView | undefined> =>
      views().where('i.user_id', '=', userId).where('i.id', '=', id).executeTakeFirst(),
    ofProducts: (userId: string, productIds: readonly string[]): Promise<InstanceView[]> =>
      productIds.length === 0
        ? Promise.resolve([])
        : views()
            .where('i.user_id', '=', userId)
            .where('i.product_id', 'in', productIds)
            .orderBy('i.created_at', 'desc')
            .orderBy('i.id')
            .execute(),
    /** Returns the unreleased instances among these user/instance pairs. */
    ownViews: (pairs: readonly { user_id: string; id: string }[]): Promise<InstanceView[]> =>
      pairs.length === 0
        ? Promise.resolve([])
        : views()
            .where((eb) =>
              eb(
                eb.refTuple('i.user_id', 'i.id'),
                'in',
                pairs.map(({ user_id: userId, id }) => eb.tuple(userId, id)),
              ),
            )
            .execute(),
    /** Returns instances of any owner; for internal use only. */
    viewsOf: async (ids: readonly string[]): Promise<InstanceView[]> =>
      ids.length === 0 ? [] : views().where('i.id', 'in', ids).execute(),
    /** Whether an instance is or was this user's: released ones keep their bills. */
    everOwned: async (userId: string, id: string): Promise<boolean> => {
      const row = await db
        .selectFrom('instances')
        .select('id')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row !== undefined
    },
    counts: (userId: string) =>
      db
        .selectFrom('instances')
        .where('user_id', '=', userId)
        .where('released_at', 'is', null)
        .groupBy(['status', 'desired'])
        .select(['status', 'desired', (eb) => eb.fn.countAll<bigint>().as('n')])
        .execute(),
    lockOwn: (userId: string, id: string) =>
      db
        .selectFrom('instances')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .where('released_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    lock: (id: string) => db.selectFrom('instances').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    find: (id: string) => db.selectFrom('instances').selectAll().where('id', '=', id).executeTakeFirst(),
    /** An insert to be executed. */
    buildInsert: (row: Insertable<DB['instances']>) => db.insertInto('instances').values(row),
    /** Updates a row locked in this transaction, and increments its version. */
    update: (id: string, changes: Updateable<DB['instances']>) => buildUpdate(db, id, changes).execute(),
    /** The same, to be executed. */
    buildUpdate: (id: string, changes: Updateable<DB['instances']>) => buildUpdate(db, id, changes),
    wake: (ids: readonly string[], now: Date) =>
      ids.length === 0
        ? Promise.resolve()
        : db
            .updateTable('instances')
            .set({ next_reconcile_at: now })
            .where('id', 'in', ids)
            .where('released_at', 'is', null)
            .execute(),
    hasOneWithoutGpu: async (userId: string): Promise<boolean> => {
      const row = await db
        .selectFrom('instances')
        .select('id')
        .where('user_id', '=', userId)
        .where('gpu_mode', '=', 'none')
        .where('desired', '=', 'running')
        .where('released_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
    /** Locks the row to write back an observation, only if it has not changed since it was claimed. */
    lockClaimed: (id: string, worker: string, version: number) =>
      db
        .selectFrom('instances')
        .selectAll()
        .where('id', '=', id)
        .where('lease_by', '=', worker)
        .where('version', '=', version)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    /** What a boot needs to know besides the row. */
    bootFacts: (id: string) =>
      db
        .selectFrom('instances as i')
        .innerJoin('images as m', 'm.id', 'i.image_id')
        .innerJoin('products as p', 'p.id', 'i.product_id')
        .innerJoin('hosts as h', 'h.id', 'i.host_id')
        .where('i.id', '=', id)
        .select([
          ...(['h.keeps_system_disk', 'h.mounts_files', 'm.reference as image', 'p.gpu_model'] as const),
          sql<string[]>`array(select g.uuid from gpus g where g.instance_id = i.id order by g.uuid)`.as('gpu_uuids'),
          sql<boolean>`m.host_id is not null and m.host_id <> i.host_id`.as('image_elsewhere'),
          sql<boolean>`exists(select from instance_passwords w where w.instance_id = i.id)`.as('has_password'),
          sql<boolean>`exists(select from instance_steps s where s.instance_id = i.id and s.boot = i.boot and s.key = 'image')`.as(
            'image_begun',
          ),
        ])
        .executeTakeFirstOrThrow(),
    /** Unreleased rows, which the compute engine may know: all, one, or those of a host. */
    living: ({ id, host }: { id?: string; host?: string } = {}) =>
      db
        .selectFrom('instances')
        .$if(id !== undefined, (rows) => rows.where('id', '=', id!))
        .$if(host !== undefined, (rows) => rows.where('host_id', '=', host!))
        .select(livingColumns)
        .where('released_at', 'is', null)
        .execute(),
    markMissing: (id: string, missingSince: Date | null) =>
      db.updateTable('instances').set({ missing_since: missingSince }).where('id', '=', id).execute(),
    expired: (now: Date) =>
      db
        .selectFrom('instances')
        .select(['id', 'user_id'])
        .where('released_at', 'is', null)
        .where('charge_rule', '!=', 'hour')
        .where('expire_at', '<=', now)
        .where('desired', '=', 'running')
        .execute(),
    /** Expired packages that are shut down or abnormal and still hold cards. */
    expiredWithCards: (now: Date) =>
      db
        .selectFrom('instances as i')
        .select('i.id')
        .where('i.released_at', 'is', null)
        .where('i.expire_at', '<=', now)
        .where('i.status', 'in', [instanceStatusCodes.shut_down, instanceStatusCodes.abnormal])
        .where('i.next_reconcile_at', 'is', null)
        .where((eb) => eb.exists(eb.selectFrom('gpus as g').select('g.uuid').whereRef('g.instance_id', '=', 'i.id')))
        .execute(),
    /** A user's metered instances: running or starting. */
    committedOf: async (userId: string): Promise<CommittedInstance[]> =>
      toCommittedInstances(await selectCommitted(db, userId).executeTakeFirst()),
    /** The same as one row, to be read with `toCommittedInstances`. */
    selectCommitted: (userId: string) => selectCommitted(db, userId),
    hourlyOfUser: (userId: string) =>
      db
        .selectFrom('instances')
        .select('id')
        .where('user_id', '=', userId)
        .where('released_at', 'is', null)
        .where('charge_rule', '=', 'hour')
        .execute(),
  }
}

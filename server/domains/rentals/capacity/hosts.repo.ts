import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { capabilityList } from '#contract/capability-gaps.ts'
import { capabilitiesSql } from '#server/db/host-capabilities.ts'
import type { DB } from '#server/db/types.ts'

/** What a host says of itself; the rest is the operators' decision. */
const told = [
  'cpu',
  'memory_gb',
  'driver_schedulable',
  'problem',
  'isolation',
  'simulated',
  'seen_at',
  'engine_id',
  'cards',
  ...capabilityList,
] as const

/** A statement has at most 65,535 parameters. */
const rowsAtOnce = 1_000

export type HostRow = Selectable<DB['hosts']>

/** All SQL of the hosts. */
export const hostsRepo = (db: Kysely<DB>) => ({
  /** Writes what hosts say of themselves; the region is only that of new ones. */
  upsert: async (rows: readonly Insertable<DB['hosts']>[]): Promise<void> => {
    for (let from = 0; from < rows.length; from += rowsAtOnce)
      await db
        .insertInto('hosts')
        .values(rows.slice(from, from + rowsAtOnce))
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(Object.fromEntries(told.map((name) => [name, sql.ref(`excluded.${name}`)]))),
        )
        .execute()
  },
  /** Closes hosts that do not answer for new instances; what they last said stays. */
  close: async (silent: readonly { host: string; problem: string }[]): Promise<void> => {
    if (silent.length === 0) return
    await sql`
      update hosts h set driver_schedulable = false, problem = s.problem
      from unnest(${silent.map(({ host }) => host)}::text[], ${silent.map(({ problem }) => problem)}::text[]) as s(host, problem)
      where h.id = s.host`.execute(db)
  },
  /** What the engine of a host does for its instances. */
  capabilities: async (id: string): Promise<Capabilities> =>
    (
      await db
        .selectFrom('hosts as h')
        .select(capabilitiesSql.as('capabilities'))
        .where('h.id', '=', id)
        .executeTakeFirstOrThrow()
    ).capabilities,
  /** Adds the cards that are not known yet. */
  insertNewGpus: async (gpus: readonly { uuid: string; host_id: string; model: string }[]): Promise<void> => {
    const column = (name: keyof (typeof gpus)[number]) => gpus.map((card) => card[name])
    await sql`
      insert into gpus (uuid, host_id, model)
      select * from unnest(${column('uuid')}::text[], ${column('host_id')}::text[], ${column('model')}::text[]) as t(uuid, host_id, model)
      where not exists (select from gpus known where known.uuid = t.uuid)
      on conflict (uuid) do nothing`.execute(db)
  },
  problems: (ids: readonly string[]) =>
    db.selectFrom('hosts').select(['id', 'problem']).where('id', '=', sql<string>`any(${ids}::text[])`).execute(),
  find: (id: string) => db.selectFrom('hosts').selectAll().where('id', '=', id).executeTakeFirst(),
  lock: (id: string) => db.selectFrom('hosts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  update: (id: string, changes: Updateable<DB['hosts']>) => db.updateTable('hosts').set(changes).where('id', '=', id).execute(),
  regionExists: async (regionId: string) =>
    (await db.selectFrom('regions').select('id').where('id', '=', regionId).executeTakeFirst()) !== undefined,
  /** Lists the unreleased instances on a host with their owners. */
  tenants: (hostId: string) =>
    db
      .selectFrom('instances')
      .select(['id', 'user_id', 'nick_name', 'charge_rule', 'expire_at'])
      .where('host_id', '=', hostId)
      .where('released_at', 'is', null)
      .orderBy('user_id')
      .orderBy('id')
      .execute(),
  /** Closes hosts that the driver no longer reports for new instances. */
  closeAllBut: (ids: readonly string[]) =>
    db
      .updateTable('hosts')
      .set({ driver_schedulable: false })
      .where('id', '<>', sql<string>`all(${ids}::text[])`)
      .where('driver_schedulable', '=', true)
      .execute(),
})

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

export type HostRow = Selectable<DB['hosts']>

/** All SQL of the hosts. */
export const hostsRepo = (db: Kysely<DB>) => ({
  /** Writes what hosts say of themselves; the region is only that of new ones. */
  upsert: async (rows: readonly Insertable<DB['hosts']>[]): Promise<void> => {
    if (rows.length === 0) return
    await db
      .insertInto('hosts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(Object.fromEntries(told.map((name) => [name, sql.ref(`excluded.${name}`)]))),
      )
      .execute()
  },
  /** Closes a host that does not answer for new instances; what it last said stays. */
  close: (id: string, problem: string) =>
    db.updateTable('hosts').set({ driver_schedulable: false, problem }).where('id', '=', id).execute(),
  /** What the engine of a host does for its instances. */
  capabilities: async (id: string): Promise<Capabilities> =>
    (
      await db
        .selectFrom('hosts as h')
        .select(capabilitiesSql.as('capabilities'))
        .where('h.id', '=', id)
        .executeTakeFirstOrThrow()
    ).capabilities,
  insertNewGpus: async (gpus: readonly Insertable<DB['gpus']>[]): Promise<void> => {
    if (gpus.length === 0) return
    await db
      .insertInto('gpus')
      .values(gpus)
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .execute()
  },
  problems: (ids: readonly string[]) =>
    ids.length === 0 ? Promise.resolve([]) : db.selectFrom('hosts').select(['id', 'problem']).where('id', 'in', ids).execute(),
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
      .where('id', 'not in', [...ids, ''])
      .execute(),
})

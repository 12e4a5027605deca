import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type HostRow = Selectable<DB['hosts']>

/** All SQL of the hosts. */
export const hostsRepo = (db: Kysely<DB>) => ({
  upsert: (row: Insertable<DB['hosts']>) =>
    db
      .insertInto('hosts')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet({
          cpu: row.cpu,
          memory_gb: row.memory_gb,
          driver_schedulable: row.driver_schedulable,
          problem: row.problem,
          isolation: row.isolation,
          simulated: row.simulated,
          seen_at: row.seen_at,
        }),
      )
      .execute(),
  upsertGpus: (hostId: string, gpus: readonly { uuid: string; model: string }[]) =>
    db
      .insertInto('gpus')
      .values(gpus.map((gpu) => ({ ...gpu, host_id: hostId })))
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .execute(),
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

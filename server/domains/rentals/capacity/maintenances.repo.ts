import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type MaintenanceRow = Selectable<DB['host_maintenances']>

/** All SQL of maintenances. A host has at most one that is announced or under way. */
export const maintenancesRepo = (db: Kysely<DB>) => ({
  lockOpen: (hostId: string) =>
    db
      .selectFrom('host_maintenances')
      .selectAll()
      .where('host_id', '=', hostId)
      .where('status', 'in', ['announced', 'under_way'])
      .forNoKeyUpdate()
      .executeTakeFirst(),
  lockAnnounced: (id: string) =>
    db
      .selectFrom('host_maintenances')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'announced')
      .forNoKeyUpdate()
      .executeTakeFirst(),
  announcedUntil: (startsBy: Date) =>
    db
      .selectFrom('host_maintenances')
      .selectAll()
      .where('status', '=', 'announced')
      .where('starts_at', '<=', startsBy)
      .orderBy('starts_at')
      .execute(),
  insert: (row: Insertable<DB['host_maintenances']>) => db.insertInto('host_maintenances').values(row).execute(),
  update: (id: string, changes: Updateable<DB['host_maintenances']>) =>
    db.updateTable('host_maintenances').set(changes).where('id', '=', id).execute(),
})

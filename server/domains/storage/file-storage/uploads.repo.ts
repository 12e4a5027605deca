import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type StorageUploadRow = Selectable<DB['storage_uploads']>

/** All SQL for uploads. */
export const uploadsRepo = (db: Kysely<DB>) => {
  const own = (userId: string) => db.selectFrom('storage_uploads').selectAll().where('user_id', '=', userId)
  return {
    list: (userId: string, regionId: string | undefined) => {
      const rows = own(userId).orderBy('created_at', 'desc').orderBy('id')
      return (regionId === undefined ? rows : rows.where('region_id', '=', regionId)).execute()
    },
    find: (userId: string, id: string) => own(userId).where('id', '=', id).executeTakeFirst(),
    count: async (userId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('storage_uploads')
        .where('user_id', '=', userId)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    insert: (row: Insertable<DB['storage_uploads']>) => db.insertInto('storage_uploads').values(row).execute(),
    update: (id: string, changes: Updateable<DB['storage_uploads']>) =>
      db.updateTable('storage_uploads').set(changes).where('id', '=', id).execute(),
    remove: (id: string) => db.deleteFrom('storage_uploads').where('id', '=', id).execute(),
    /** Acquires the lock if it is free. */
    hold: async (id: string, holder: string, now: Date, until: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('storage_uploads')
        .set({ holder, held_until: until, wanted: false, touched_at: now })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('holder', 'is', null), eb('held_until', '<', now), eb('holder', '=', holder)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    /** Asks the lock holder to release it. */
    want: (id: string) => db.updateTable('storage_uploads').set({ wanted: true }).where('id', '=', id).execute(),
    /** Renews the lock and returns whether somebody else wants it; undefined if it is no longer held. */
    holdOn: (id: string, holder: string, now: Date, until: Date) =>
      db
        .updateTable('storage_uploads')
        .set({ held_until: until, touched_at: now })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .returning('wanted')
        .executeTakeFirst(),
    letGo: (id: string, holder: string, now: Date) =>
      db
        .updateTable('storage_uploads')
        .set({ holder: null, held_until: null, wanted: false, touched_at: now })
        .where('id', '=', id)
        .where('holder', '=', holder)
        .execute(),
    /** Returns unlocked uploads that are idle since the given time or were being placed. */
    leftAlone: (since: Date, now: Date) =>
      db
        .selectFrom('storage_uploads')
        .selectAll()
        .where((eb) => eb.or([eb('touched_at', '<', since), eb('placed_path', 'is not', null)]))
        .where((eb) => eb.or([eb('holder', 'is', null), eb('held_until', '<', now)]))
        .execute(),
  }
}

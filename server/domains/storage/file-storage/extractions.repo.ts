import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type ExtractionRow = Selectable<DB['storage_tasks']>

const openStates = ['waiting', 'running'] as const

/** All SQL for archive extractions. */
export const extractionsRepo = (db: Kysely<DB>) => {
  const own = (userId: string) => db.selectFrom('storage_tasks').selectAll().where('user_id', '=', userId)
  return {
    /** Lists open tasks and those that ended after the given time. */
    list: (userId: string, regionId: string | undefined, after: Date) => {
      const rows = own(userId)
        .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', after)]))
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(100)
      return (regionId === undefined ? rows : rows.where('region_id', '=', regionId)).execute()
    },
    find: (userId: string, id: string) => own(userId).where('id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('storage_tasks').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    countOpen: async (userId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('storage_tasks')
        .where('user_id', '=', userId)
        .where('state', 'in', openStates)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    insert: (row: Insertable<DB['storage_tasks']>) => db.insertInto('storage_tasks').values(row).execute(),
    update: (id: string, changes: Updateable<DB['storage_tasks']>) =>
      db.updateTable('storage_tasks').set(changes).where('id', '=', id).execute(),
    /** Claims the oldest unclaimed task that has work left: extraction or cleanup. */
    claim: (worker: string, now: Date, until: Date) =>
      db
        .updateTable('storage_tasks')
        .set({ holder: worker, held_until: until })
        .where('id', '=', (eb) =>
          eb
            .selectFrom('storage_tasks')
            .select('id')
            .where((left) => left.or([left('state', 'in', openStates), left('staged', '=', true)]))
            .where((free) => free.or([free('holder', 'is', null), free('held_until', '<', now)]))
            .orderBy('created_at')
            .limit(1)
            .forNoKeyUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),
    /** Stores the progress and renews the lease; undefined if the task was cancelled or taken over. */
    progress: (id: string, worker: string, percent: number, until: Date) =>
      db
        .updateTable('storage_tasks')
        .set({ percent, held_until: until })
        .where('id', '=', id)
        .where('holder', '=', worker)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst(),
    /** Renews the lease; undefined if the task was cancelled or taken over. */
    hold: (id: string, worker: string, until: Date) =>
      db
        .updateTable('storage_tasks')
        .set({ held_until: until })
        .where('id', '=', id)
        .where('holder', '=', worker)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst(),
    letGo: (id: string, worker: string) =>
      db
        .updateTable('storage_tasks')
        .set({ holder: null, held_until: null })
        .where('id', '=', id)
        .where('holder', '=', worker)
        .execute(),
    forgetEnded: (before: Date) =>
      db.deleteFrom('storage_tasks').where('ended_at', '<', before).where('staged', '=', false).execute(),
  }
}

import type { Insertable, Kysely, Selectable } from 'kysely'
import { loadLatePage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type NotificationRow = Omit<Selectable<DB['notifications']>, 'place'>
/** Selects some of a user's notifications by id, or all of them. */
export type NotificationSelection = { ids?: string[]; all?: true }

/** All SQL for notifications. Every read and write filters by owner and skips deleted rows. */
export const notificationsRepo = (db: Kysely<DB>) => {
  const own = (userId: string) => db.selectFrom('notifications').where('user_id', '=', userId).where('deleted_at', 'is', null)
  const change = (userId: string, { ids, all }: NotificationSelection) => {
    const rows = db.updateTable('notifications').where('user_id', '=', userId).where('deleted_at', 'is', null)
    return all ? rows : rows.where('id', 'in', ids ?? [])
  }
  return {
    list: (
      userId: string,
      query: {
        page: number
        page_size: number
        order?: 'asc' | 'desc'
        class?: string
        read?: 'true' | 'false'
        since?: Date
      },
    ) => {
      let found = own(userId)
      if (query.class) found = found.where('class', '=', query.class)
      if (query.read) found = found.where('read_at', query.read === 'true' ? 'is not' : 'is', null)
      if (query.since) found = found.where('created_at', '>=', query.since)
      return loadLatePage({ found, rows: own(userId).selectAll(), id: ['user_id', 'created_at', 'place'] }, query, 'created_at')
    },
    find: (userId: string, id: string) => own(userId).selectAll().where('id', '=', id).executeTakeFirst(),
    countUnread: async (userId: string) => {
      const { n } = await own(userId)
        .where('read_at', 'is', null)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    insert: async (rows: readonly Insertable<DB['notifications']>[]) => {
      if (rows.length > 0) await db.insertInto('notifications').values(rows).execute()
    },
    markRead: async (userId: string, selection: NotificationSelection, at: Date) =>
      Number(
        (await change(userId, selection).where('read_at', 'is', null).set({ read_at: at }).executeTakeFirstOrThrow())
          .numUpdatedRows,
      ),
    remove: async (userId: string, selection: NotificationSelection, at: Date) =>
      Number((await change(userId, selection).set({ deleted_at: at }).executeTakeFirstOrThrow()).numUpdatedRows),
    restore: async (userId: string, ids: string[], deletedSince: Date) =>
      Number(
        (
          await db
            .updateTable('notifications')
            .set({ deleted_at: null })
            .where('user_id', '=', userId)
            .where('id', 'in', ids)
            .where('deleted_at', '>=', deletedSince)
            .executeTakeFirstOrThrow()
        ).numUpdatedRows,
      ),
  }
}

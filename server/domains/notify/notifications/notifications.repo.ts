import type { Insertable, Kysely, Selectable } from 'kysely'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type NotificationRow = Omit<Selectable<DB['notifications']>, 'place'>
/** Some of a user's notifications, or all of them. */
export type Selection = { ids?: string[]; all?: true }

/** All SQL of notifications. Every read and write names the owner; deleted ones do not exist. */
export const notificationsRepo = (db: Kysely<DB>) => {
  const own = (user_id: string) => db.selectFrom('notifications').where('user_id', '=', user_id).where('deleted_at', 'is', null)
  const change = (user_id: string, { ids, all }: Selection) => {
    const rows = db.updateTable('notifications').where('user_id', '=', user_id).where('deleted_at', 'is', null)
    return all ? rows : rows.where('id', 'in', ids ?? [])
  }
  return {
    list: (
      user_id: string,
      query: {
        page: number
        page_size: number
        order?: 'asc' | 'desc'
        class?: string
        read?: 'true' | 'false'
        since?: Date
      },
    ) => {
      let rows = own(user_id)
      if (query.class) rows = rows.where('class', '=', query.class)
      if (query.read) rows = rows.where('read_at', query.read === 'true' ? 'is not' : 'is', null)
      if (query.since) rows = rows.where('created_at', '>=', query.since)
      return pageOf(rows.selectAll(), query, 'created_at', 'place')
    },
    find: (user_id: string, id: string) => own(user_id).selectAll().where('id', '=', id).executeTakeFirst(),
    countUnread: async (user_id: string) => {
      const { n } = await own(user_id)
        .where('read_at', 'is', null)
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    insert: async (rows: readonly Insertable<DB['notifications']>[]) => {
      if (rows.length > 0) await db.insertInto('notifications').values(rows).execute()
    },
    markRead: async (user_id: string, selection: Selection, at: Date) =>
      Number(
        (await change(user_id, selection).where('read_at', 'is', null).set({ read_at: at }).executeTakeFirstOrThrow())
          .numUpdatedRows,
      ),
    remove: async (user_id: string, selection: Selection, at: Date) =>
      Number((await change(user_id, selection).set({ deleted_at: at }).executeTakeFirstOrThrow()).numUpdatedRows),
    restore: async (user_id: string, ids: string[], deleted_since: Date) =>
      Number(
        (
          await db
            .updateTable('notifications')
            .set({ deleted_at: null })
            .where('user_id', '=', user_id)
            .where('id', 'in', ids)
            .where('deleted_at', '>=', deleted_since)
            .executeTakeFirstOrThrow()
        ).numUpdatedRows,
      ),
  }
}

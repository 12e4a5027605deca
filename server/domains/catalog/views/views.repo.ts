import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { pageOf } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type ViewRow = Selectable<DB['views']>

/** All SQL of saved views. Every read and write names the owner. */
export const viewsRepo = (db: Kysely<DB>) => {
  const own = (user_id: string, id: string) =>
    db.selectFrom('views').selectAll().where('user_id', '=', user_id).where('id', '=', id)
  return {
    list: (user_id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc'; resource?: string }) => {
      let rows = db.selectFrom('views').where('user_id', '=', user_id)
      if (query.resource) rows = rows.where('resource', '=', query.resource)
      return pageOf(rows.selectAll(), { order: 'asc', ...query }, 'created_at', 'id')
    },
    lockOwner: (user_id: string) => db.selectFrom('users').select('id').where('id', '=', user_id).forNoKeyUpdate().execute(),
    lock: (user_id: string, id: string) => own(user_id, id).forNoKeyUpdate().executeTakeFirst(),
    /** Of one list, or of all. */
    count: async (user_id: string, resource?: string) => {
      const all = db.selectFrom('views').where('user_id', '=', user_id)
      const { n } = await (resource === undefined ? all : all.where('resource', '=', resource))
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    named: (user_id: string, resource: string, name: string) =>
      db
        .selectFrom('views')
        .select('id')
        .where('user_id', '=', user_id)
        .where('resource', '=', resource)
        .where('name', '=', name)
        .executeTakeFirst(),
    clearDefault: (user_id: string, resource: string) =>
      db
        .updateTable('views')
        .set({ is_default: false })
        .where('user_id', '=', user_id)
        .where('resource', '=', resource)
        .where('is_default', '=', true)
        .execute(),
    insert: (row: Insertable<DB['views']>) => db.insertInto('views').values(row).execute(),
    update: (user_id: string, id: string, changes: Updateable<DB['views']>) =>
      db
        .updateTable('views')
        .set(changes)
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow(),
    remove: async (user_id: string, id: string) => {
      const { numDeletedRows } = await db
        .deleteFrom('views')
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows === 1n
    },
  }
}

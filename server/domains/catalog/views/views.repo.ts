import type { Kysely, Selectable } from 'kysely'
import { ownedRows } from '#server/db/owned-rows.ts'
import type { DB } from '#server/db/types.ts'

export type ViewRow = Selectable<DB['views']>

/** All SQL of saved views. Every read and write names the owner. */
export const viewsRepo = (db: Kysely<DB>) => ({
  ...ownedRows(db, 'views'),
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
})

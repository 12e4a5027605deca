import type { Kysely, Selectable } from 'kysely'
import { ownedRowsRepo } from '#server/db/owned-rows.ts'
import type { DB } from '#server/db/types.ts'

export type UserViewRow = Selectable<DB['views']>

/** All SQL for saved views. Every read and write filters by owner. */
export const viewsRepo = (db: Kysely<DB>) => ({
  ...ownedRowsRepo(db, 'views'),
  named: (userId: string, resource: string, name: string) =>
    db
      .selectFrom('views')
      .select('id')
      .where('user_id', '=', userId)
      .where('resource', '=', resource)
      .where('name', '=', name)
      .executeTakeFirst(),
  clearDefault: (userId: string, resource: string) =>
    db
      .updateTable('views')
      .set({ is_default: false })
      .where('user_id', '=', userId)
      .where('resource', '=', resource)
      .where('is_default', '=', true)
      .execute(),
})

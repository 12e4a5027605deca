import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

const isMounted = (version: string) => sql<boolean>`exists (
  select from instance_data_sets m join instances i on i.id = m.instance_id
  where m.version_id = ${sql.ref(version)} and i.released_at is null)`

/** All SQL for permanent deletion. */
export const leftoversRepo = (db: Kysely<DB>) => ({
  insert: (row: { content_id: string; version_id: string | null; since: Date }) =>
    db
      .insertInto('data_set_leftovers')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  /** Returns volumes that nobody writes to or has mounted any more. */
  due: async (before: Date, limit: number): Promise<string[]> => {
    const { rows } = await sql<{ content_id: string }>`
      select content_id from data_set_leftovers l where since <= ${before} and not ${isMounted('l.version_id')}
      order by since limit ${limit}`.execute(db)
    return rows.map(({ content_id: contentId }) => contentId)
  },
  forget: (contentId: string) => db.deleteFrom('data_set_leftovers').where('content_id', '=', contentId).execute(),
  /** Locks removed versions that no living instance has mounted; skips rows locked by another worker. */
  lockRemoved: async (limit: number) => {
    const { rows } = await sql<{ id: string; content_id: string | null; data_set_id: string }>`
      select id, content_id, data_set_id from data_set_versions v where removed_at is not null and not ${isMounted('v.id')}
      order by removed_at limit ${limit} for update skip locked`.execute(db)
    return rows
  },
  /** Deletes a removed version with all rows that reference it. */
  deleteVersion: async (id: string) => {
    await db.deleteFrom('instance_data_sets').where('version_id', '=', id).execute()
    await db.deleteFrom('data_set_uses').where('version_id', '=', id).execute()
    await db.deleteFrom('data_set_versions').where('id', '=', id).where('removed_at', 'is not', null).execute()
  },
  /** Deletes a removed entry that has no version left. */
  deleteEntry: async (id: string) => {
    const empty = sql<boolean>`removed_at is not null and not exists (select from data_set_versions where data_set_id = ${id})`
    const { rows } = await sql`select from data_sets where id = ${id} and ${empty} for update`.execute(db)
    if (rows.length === 0) return
    await db.deleteFrom('data_set_tags').where('data_set_id', '=', id).execute()
    await db.deleteFrom('data_set_stars').where('data_set_id', '=', id).execute()
    await db.deleteFrom('data_sets').where('id', '=', id).execute()
  },
})

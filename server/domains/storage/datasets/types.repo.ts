import { type Kysely, sql } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

interface ListQuery {
  page: number
  page_size: number
  sort?: 'sort' | 'name'
  order?: 'asc' | 'desc'
  keyword?: string
}

/** All SQL for the types of data sets. */
export const datasetTypesRepo = (db: Kysely<DB>) => {
  const rows = () =>
    db
      .selectFrom('data_set_types as k')
      .selectAll('k')
      .select(
        sql<number>`(select count(*)::int from data_sets c where c.type_id = k.id and c.removed_at is null)`.as('data_sets'),
      )
  return {
    list: (query: ListQuery) => {
      const found = query.keyword ? rows().where('k.name', 'ilike', toLikePattern(query.keyword)) : rows()
      return loadPage(found, { ...query, order: query.order ?? 'asc' }, `k.${query.sort ?? 'sort'}`, 'k.id')
    },
    find: (id: string) => rows().where('k.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('data_set_types').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
    hasName: async (name: string, but?: string): Promise<boolean> => {
      let found = db.selectFrom('data_set_types').select('id').where('name', '=', name)
      if (but !== undefined) found = found.where('id', '!=', but)
      return (await found.executeTakeFirst()) !== undefined
    },
    /** Includes removed entries, whose rows still reference the type. */
    isUsed: async (id: string): Promise<boolean> =>
      (await db.selectFrom('data_sets').select('id').where('type_id', '=', id).limit(1).executeTakeFirst()) !== undefined,
    insert: (row: { id: string; name: string; sort: number }) => db.insertInto('data_set_types').values(row).execute(),
    update: (id: string, change: { name: string; sort: number }) =>
      db.updateTable('data_set_types').set(change).where('id', '=', id).execute(),
    remove: (id: string) => db.deleteFrom('data_set_types').where('id', '=', id).execute(),
  }
}

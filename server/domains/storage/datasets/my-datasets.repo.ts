import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { myDatasets } from '#contract/my-datasets.ts'
import { selectStarCount, selectTags } from '#server/db/community-entries.ts'
import { selectDatasetVersions } from '#server/db/dataset-versions.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof myDatasets)['list']['query']>
export type MyDatasetRow = Awaited<ReturnType<ReturnType<typeof myDatasetsRepo>['list']>>['items'][number]

const isLiving = sql<boolean>`x.data_set_id = c.id and x.removed_at is null`

/** All SQL for authors managing their data sets. Every read filters by author and skips removed rows. */
export const myDatasetsRepo = (db: Kysely<DB>) => {
  /** Selects each entry with its newest version. */
  const entries = (authorId: string) =>
    db
      .selectFrom('data_sets as c')
      .innerJoin('data_set_types as k', 'k.id', 'c.type_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('data_set_versions')
            .select(['version', 'state', 'size_bytes', 'file_count'])
            .whereRef('data_set_id', '=', 'c.id')
            .where('removed_at', 'is', null)
            .orderBy('submitted_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .as('v'),
        (join) => join.onTrue(),
      )
      .where('c.author_id', '=', authorId)
      .where('c.removed_at', 'is', null)
      .select(['c.id', 'c.slug', 'c.name', 'c.summary', 'c.original_at', 'c.type_id', 'k.name as type_name'])
      .select(['v.version', 'v.state', 'v.size_bytes', 'v.file_count', 'c.created_at'])
      .select([
        selectTags('data_set').as('tags'),
        selectStarCount('data_set').as('stars'),
        sql<number>`(select count(distinct u.instance_id)::int from data_set_uses u where u.data_set_id = c.id)`.as('uses'),
        sql<number>`(select count(*)::int from data_set_versions x where ${isLiving})`.as('versions'),
        sql<boolean>`exists (select from data_set_versions x where ${isLiving} and x.state = 'published')`.as('public'),
        sql<boolean>`exists (select from data_set_versions x where ${isLiving} and x.published_at is not null)`.as(
          'ever_published',
        ),
      ])
  return {
    list: (authorId: string, query: ListQuery) => {
      let rows = entries(authorId)
      if (query.state) rows = rows.where('v.state', '=', query.state)
      if (query.type) rows = rows.where('c.type_id', '=', query.type)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([eb('c.name', 'ilike', like), eb('c.slug', 'ilike', like), eb('c.summary', 'ilike', like)]),
        )
      }
      return loadPage(rows, query, query.sort ?? 'created_at', 'c.id')
    },
    find: (authorId: string, id: string) => entries(authorId).where('c.id', '=', id).executeTakeFirst(),
    /** Returns the versions, newest first. */
    versions: (dataSetId: string) =>
      selectDatasetVersions(db)
        .where('v.data_set_id', '=', dataSetId)
        .where('v.removed_at', 'is', null)
        .orderBy('v.submitted_at', 'desc')
        .orderBy('v.id', 'desc')
        .execute(),
    getVersion: (id: string) => selectDatasetVersions(db).where('v.id', '=', id).executeTakeFirstOrThrow(),
    /** Serialises creations by one author. */
    lockAuthor: (id: string) => db.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().execute(),
    lockEntry: (authorId: string, id: string) =>
      db
        .selectFrom('data_sets')
        .selectAll()
        .where('author_id', '=', authorId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst(),
    /** Locks a version and its entry, entry first, so that removing the last two versions concurrently also removes the entry. */
    lockVersion: async (authorId: string, id: string) => {
      const { rows } = await sql<{ id: string }>`
        select id from data_sets where author_id = ${authorId} and removed_at is null
          and id = (select data_set_id from data_set_versions where id = ${id}) for no key update`.execute(db)
      if (rows.length === 0) return undefined
      return db
        .selectFrom('data_set_versions')
        .selectAll()
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    },
    countEntries: async (authorId: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from data_sets where author_id = ${authorId} and removed_at is null`.execute(db)
      return rows[0]!.n
    },
    countVersions: async (dataSetId: string): Promise<number> => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from data_set_versions where data_set_id = ${dataSetId} and removed_at is null`.execute(db)
      return rows[0]!.n
    },
    wasPublished: async (dataSetId: string): Promise<boolean> => {
      const { rows } = await sql`
        select from data_set_versions where data_set_id = ${dataSetId} and published_at is not null limit 1`.execute(db)
      return rows.length > 0
    },
    hasRegion: async (id: string): Promise<boolean> =>
      (await db.selectFrom('regions').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,
    /** Locks the type until the transaction ends. */
    holdType: (id: string) => db.selectFrom('data_set_types').select('id').where('id', '=', id).forShare().executeTakeFirst(),
    /** Returns false if the short name is taken. */
    insertEntry: async (row: Insertable<DB['data_sets']>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('data_sets')
        .values(row)
        .onConflict((conflict) => conflict.column('slug').where('removed_at', 'is', null).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    updateEntry: (id: string, change: Updateable<DB['data_sets']>) =>
      db.updateTable('data_sets').set(change).where('id', '=', id).execute(),
    setTags: async (dataSetId: string, tags: readonly string[]) => {
      await db.deleteFrom('data_set_tags').where('data_set_id', '=', dataSetId).execute()
      if (tags.length === 0) return
      await db
        .insertInto('data_set_tags')
        .values(tags.map((tag) => ({ data_set_id: dataSetId, tag })))
        .execute()
    },
    /** Returns false if the data set already has a version of that name. */
    insertVersion: async (row: Insertable<DB['data_set_versions']>): Promise<boolean> => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('data_set_versions')
        .values(row)
        .onConflict((conflict) => conflict.columns(['data_set_id', 'version']).where('removed_at', 'is', null).doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },
    updateVersion: (id: string, change: Updateable<DB['data_set_versions']>) =>
      db.updateTable('data_set_versions').set(change).where('id', '=', id).execute(),
    removeVersions: (dataSetId: string, now: Date) =>
      db
        .updateTable('data_set_versions')
        .set({ removed_at: now, lease_until: null })
        .where('data_set_id', '=', dataSetId)
        .where('removed_at', 'is', null)
        .execute(),
    removeFiles: (versionId: string) => db.deleteFrom('data_set_files').where('version_id', '=', versionId).execute(),
  }
}

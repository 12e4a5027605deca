import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { operatorDatasets } from '#contract/operator/datasets.ts'
import { selectTags } from '#server/db/community-entries.ts'
import { selectDatasetVersions } from '#server/db/dataset-versions.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof operatorDatasets)['list']['query']>
export type DatasetReviewRow = Awaited<ReturnType<ReturnType<typeof datasetReviewsRepo>['list']>>['items'][number]

/** All SQL for reviewing data sets: versions of all authors, except removed ones. */
export const datasetReviewsRepo = (db: Kysely<DB>) => {
  const rows = () =>
    selectDatasetVersions(db)
      .innerJoin('users as a', 'a.id', 'c.author_id')
      .innerJoin('data_set_types as k', 'k.id', 'c.type_id')
      .leftJoin('users as o', 'o.id', 'v.reviewed_by')
      .where('v.removed_at', 'is', null)
      .select(['c.name', 'c.summary', 'c.author_id', 'c.type_id', 'k.name as type_name', 'a.nickname', 'o.nickname as reviewer'])
      .select(selectTags('data_set').as('tags'))
  return {
    list: (query: ListQuery) => {
      let found = rows()
      if (query.todo) found = found.where('v.state', '=', 'pending')
      if (query.state) found = found.where('v.state', '=', query.state)
      if (query.type) found = found.where('c.type_id', '=', query.type)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        found = found.where((eb) =>
          eb.or([eb('c.name', 'ilike', like), eb('c.slug', 'ilike', like), eb('a.nickname', 'ilike', like)]),
        )
      }
      // Longest waiting first.
      return loadPage(
        found,
        { ...query, order: query.order ?? (query.sort ? 'desc' : 'asc') },
        `v.${query.sort ?? 'submitted_at'}`,
        'v.id',
      )
    },
    find: (id: string) => rows().where('v.id', '=', id).executeTakeFirst(),
    siblings: (dataSetId: string, but: string) =>
      db
        .selectFrom('data_set_versions')
        .select(['id', 'version', 'state', 'submitted_at'])
        .where('data_set_id', '=', dataSetId)
        .where('id', '!=', but)
        .where('removed_at', 'is', null)
        .orderBy('submitted_at', 'desc')
        .execute(),
    lock: async (id: string) => {
      const { rows: found } = await sql<{ id: string; state: string; author_id: string; published_at: Date | null }>`
        select v.id, v.state, v.published_at, c.author_id from data_set_versions v join data_sets c on c.id = v.data_set_id
        where v.id = ${id} and v.removed_at is null for no key update of v`.execute(db)
      return found[0]
    },
    decide: (
      id: string,
      decided: {
        state: string
        state_reason: string | null
        reviewed_by: string
        offline_by?: 'operator' | null
        published_at?: Date
      },
    ) => db.updateTable('data_set_versions').set(decided).where('id', '=', id).execute(),
  }
}

import { expressionBuilder, type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { datasets } from '#contract/community.ts'
import { hasTag, hasTagLike, selectStarCount, selectTags } from '#server/db/community-entries.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof datasets)['list']['query']>
type CollectedQuery = z.output<(typeof datasets)['collected']['query']>
export type CollectedDatasetRow = Awaited<ReturnType<ReturnType<typeof communityDatasetsRepo>['collected']>>['items'][number]
export type CommunityDatasetRow = Awaited<ReturnType<ReturnType<typeof communityDatasetsRepo>['list']>>['items'][number]
export type CommunityDatasetVersionRow = Awaited<ReturnType<ReturnType<typeof communityDatasetsRepo>['versions']>>[number]

/** Selects the newest published version of the data set `c` of the surrounding query. */
const selectNewestVersion = () =>
  expressionBuilder<DB & { c: DB['data_sets'] }, 'c'>()
    .selectFrom('data_set_versions')
    .selectAll()
    .whereRef('data_set_id', '=', 'c.id')
    .where('state', '=', 'published')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .as('v')

/** All SQL for data sets. Every read except `collected` is public: it skips entries without a published version. */
export const communityDatasetsRepo = (db: Kysely<DB>) => {
  /** Selects each entry with its newest published version. */
  const entries = () =>
    db
      .selectFrom('data_sets as c')
      .innerJoin('users as u', 'u.id', 'c.author_id')
      .innerJoin('data_set_types as k', 'k.id', 'c.type_id')
      .innerJoinLateral(selectNewestVersion(), (join) => join.onTrue())
      .select([
        'c.id',
        'c.slug',
        'c.name',
        'c.summary',
        'c.original_at',
        'u.public_id',
        'u.public_id',
        'u.nickname',
        'u.is_creator',
        'v.version',
        'v.licence',
      ])
      .select(['c.type_id', 'k.name as type_name', 'v.size_bytes', 'v.file_count'])
      .select([
        sql<Date>`v.published_at`.as('published_at'),
        selectTags('data_set').as('tags'),
        selectStarCount('data_set').as('stars'),
        sql<number>`(select count(distinct n.instance_id)::int from data_set_uses n where n.data_set_id = c.id)`.as('uses'),
      ])
  return {
    list: (query: ListQuery) => {
      let rows = entries()
      if (query.type) rows = rows.where('c.type_id', '=', query.type)
      if (query.author) rows = rows.where('u.public_id', '=', query.author)
      if (query.tag) rows = rows.where(hasTag('data_set', query.tag))
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([eb('c.name', 'ilike', like), eb('c.summary', 'ilike', like), hasTagLike('data_set', like)]),
        )
      }
      return loadPage(rows, query, query.sort ?? 'published_at', 'published_at', 'c.id')
    },
    find: (id: string) => entries().where('c.id', '=', id).executeTakeFirst(),
    /** Returns the data sets a user has starred, public or not. */
    collected: (userId: string, query: CollectedQuery) => {
      let rows = db
        .selectFrom('data_set_stars as s')
        .innerJoin('data_sets as c', 'c.id', 's.data_set_id')
        .innerJoin('users as u', 'u.id', 'c.author_id')
        .innerJoin('data_set_types as k', 'k.id', 'c.type_id')
        .leftJoinLateral(selectNewestVersion(), (join) => join.onTrue())
        .where('s.user_id', '=', userId)
        .select(['c.id', 'c.name', 'c.summary', 'c.type_id', 'k.name as type_name', 'u.public_id', 'u.nickname', 'u.is_creator'])
        .select(['v.version', 'v.size_bytes', 'v.file_count', 'v.published_at', 's.at as collected_at'])
        .select([selectTags('data_set').as('tags'), selectStarCount('data_set').as('stars')])
      if (query.type) rows = rows.where('c.type_id', '=', query.type)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) => eb.or([eb('c.name', 'ilike', like), eb('c.summary', 'ilike', like)]))
      }
      return loadPage(rows, query, query.sort ?? 'collected_at', 'c.id')
    },
    types: () =>
      db
        .selectFrom('data_set_types as k')
        .select([
          'k.id',
          'k.name',
          sql<number>`(select count(*)::int from data_sets c where c.type_id = k.id and exists
            (select from data_set_versions v where v.data_set_id = c.id and v.state = 'published'))`.as('count'),
        ])
        .orderBy('k.sort')
        .execute(),
    /** Returns the published versions, newest first. */
    versions: (dataSetId: string) =>
      db
        .selectFrom('data_set_versions')
        .where('data_set_id', '=', dataSetId)
        .where('state', '=', 'published')
        .select(['id', 'version', 'licence', 'size_bytes', 'file_count', 'readme'])
        .select([
          sql<Date>`published_at`.as('published_at'),
          sql<number>`(select count(*)::int from data_set_uses n where n.version_id = data_set_versions.id)`.as('uses'),
        ])
        .orderBy('published_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
  }
}

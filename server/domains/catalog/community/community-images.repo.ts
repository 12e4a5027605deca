import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { communityImages } from '#contract/community.ts'
import { hasTag, hasTagLike, selectStarCount, selectTags } from '#server/db/community-entries.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof communityImages)['list']['query']>
type CollectedQuery = z.output<(typeof communityImages)['collected']['query']>
export type CommunityImageRow = Awaited<ReturnType<ReturnType<typeof communityImagesRepo>['list']>>['items'][number]
export type CollectedImageRow = Awaited<ReturnType<ReturnType<typeof communityImagesRepo>['collected']>>['items'][number]
export type CommunityImageVersionRow = Awaited<ReturnType<ReturnType<typeof communityImagesRepo>['versions']>>[number]

const contentColumns = ['m.framework', 'm.python', 'm.runtime', 'm.vendor', 'm.size_gb'] as const

/** All SQL for community images. Every read except `versionOf` is public: it skips entries without a published version. */
export const communityImagesRepo = (db: Kysely<DB>) => {
  /** Selects each entry with its newest published version. */
  const published = () => newest(['published'])
  const newest = (states: readonly string[]) =>
    db
      .selectFrom('community_images as c')
      .innerJoin('users as u', 'u.id', 'c.author_id')
      .innerJoinLateral(
        (eb) =>
          eb
            .selectFrom('community_image_versions')
            .selectAll()
            .whereRef('community_image_id', '=', 'c.id')
            .where('state', 'in', states)
            .orderBy(sql`state = 'published'`, 'desc')
            .orderBy('published_at', 'desc')
            .orderBy('id', 'desc')
            .limit(1)
            .as('v'),
        (join) => join.onTrue(),
      )
      .innerJoin('images as m', 'm.id', 'v.image_id')
  const entries = (states: readonly string[] = ['published']) =>
    newest(states)
      .select(['c.id', 'c.name', 'c.summary', 'c.original_at', 'v.version', 'v.licence', 'v.price_hour_micro'])
      .select(['u.public_id', 'u.nickname', 'u.is_creator'])
      .select(contentColumns)
      .select([
        sql<Date>`v.published_at`.as('published_at'),
        selectTags('community_image').as('tags'),
        selectStarCount('community_image').as('stars'),
        sql<number>`(select count(*)::int from community_image_uses n where n.community_image_id = c.id)`.as('uses'),
      ])
  return {
    list: (query: ListQuery) => {
      let rows = entries()
      if (query.framework) rows = rows.where('m.framework', '=', query.framework)
      if (query.vendor) rows = rows.where('m.vendor', '=', query.vendor)
      if (query.tag) rows = rows.where(hasTag('community_image', query.tag))
      if (query.author) rows = rows.where('u.public_id', '=', query.author)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([
            eb('c.name', 'ilike', like),
            eb('c.summary', 'ilike', like),
            eb('m.framework', 'ilike', like),
            eb('u.nickname', 'ilike', like),
            hasTagLike('community_image', like),
          ]),
        )
      }
      return loadPage(rows, query, query.sort ?? 'published_at', 'published_at', 'c.id')
    },
    /** Returns the images a user has starred. An image that is no longer public shows its newest version. */
    collected: (userId: string, query: CollectedQuery) => {
      let rows = entries(['published', 'offline'])
        .innerJoin('community_image_stars as k', (join) =>
          join.onRef('k.community_image_id', '=', 'c.id').on('k.user_id', '=', userId),
        )
        .select(['k.at as collected_at', sql<boolean>`v.state = 'published'`.as('available')])
      if (query.tag) rows = rows.where(hasTag('community_image', query.tag))
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        rows = rows.where((eb) =>
          eb.or([eb('c.name', 'ilike', like), eb('c.summary', 'ilike', like), hasTagLike('community_image', like)]),
        )
      }
      return loadPage(rows, query, query.sort ?? 'collected_at', 'c.id')
    },
    find: (id: string) => entries().where('c.id', '=', id).executeTakeFirst(),
    frameworks: () =>
      published()
        .groupBy('m.framework')
        .select(['m.framework as name', sql<number>`count(*)::int`.as('count')])
        .orderBy('count', 'desc')
        .orderBy('name')
        .execute(),
    /** Returns the published versions, newest first. */
    versions: (communityImageId: string) =>
      db
        .selectFrom('community_image_versions as v')
        .innerJoin('images as m', 'm.id', 'v.image_id')
        .where('v.community_image_id', '=', communityImageId)
        .where('v.state', '=', 'published')
        .select(['v.id', 'v.version', 'v.image_id', 'v.licence', 'v.readme', 'v.price_hour_micro'])
        .select(contentColumns)
        .select([
          sql<Date>`v.published_at`.as('published_at'),
          sql<number>`(select count(*)::int from community_image_uses n where n.version_id = v.id)`.as('uses'),
        ])
        .orderBy('v.published_at', 'desc')
        .orderBy('v.id', 'desc')
        .execute(),
    /** Returns the version that an order may reference by its image id, if it is in one of these states. */
    orderable: (imageId: string, states: readonly string[]) =>
      db
        .selectFrom('community_image_versions as v')
        .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
        .innerJoin('images as m', 'm.id', 'v.image_id')
        .where('v.image_id', '=', imageId)
        .where('v.state', 'in', states)
        .select(['v.id', 'v.version', 'v.image_id', 'v.licence', 'v.price_hour_micro', 'v.community_image_id', 'c.name'])
        .select(contentColumns)
        .select(sql<Date>`coalesce(v.published_at, v.submitted_at)`.as('published_at'))
        .executeTakeFirst(),
    /** Returns the version an image belongs to, with its state, which tells whether the public may use it. */
    versionOf: (imageId: string) =>
      db
        .selectFrom('community_image_versions')
        .select(['id', 'community_image_id', 'state'])
        .where('image_id', '=', imageId)
        .executeTakeFirst(),
    insertUse: (row: { instance_id: string; version_id: string; community_image_id: string; user_id: string; at: Date }) =>
      db.insertInto('community_image_uses').values(row).execute(),
  }
}

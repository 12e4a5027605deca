import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { operatorImageReviews } from '#contract/operator/image-reviews.ts'
import { selectTags } from '#server/db/community-entries.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof operatorImageReviews)['list']['query']>
export type ImageReviewRow = NonNullable<Awaited<ReturnType<ReturnType<typeof imageReviewsRepo>['find']>>>

/** All SQL for the review of versions of all authors, except removed versions. */
export const imageReviewsRepo = (db: Kysely<DB>) => {
  const rows = () =>
    db
      .selectFrom('community_image_versions as v')
      .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
      .innerJoin('users as u', 'u.id', 'c.author_id')
      .innerJoin('images as m', 'm.id', 'v.image_id')
      .leftJoin('images as s', 's.id', 'v.source_image_id')
      .leftJoin('users as r', 'r.id', 'v.reviewed_by')
      .where('v.state', '!=', 'removed')
      .select(['v.id', 'v.community_image_id', 'v.version', 'v.state', 'v.state_reason', 'v.image_id', 'v.licence', 'v.readme'])
      .select(['v.price_hour_micro', 'v.submitted_at', 'v.published_at', 'v.source_image_id', 'v.reviewed_by'])
      .select(['m.framework', 'm.python', 'm.runtime', 'm.vendor', 'm.size_gb', 'm.state as image_state'])
      .select(['s.name as source_name', 's.version as source_version', 's.state as source_state'])
      .select(['s.source_instance_id', 's.source_instance_name'])
      .select(['c.name', 'c.summary', 'c.original_at', 'c.author_id', 'u.nickname', 'u.is_creator', 'r.nickname as reviewer'])
      .select([
        selectTags('community_image').as('tags'),
        sql<number>`(select count(*)::int from community_image_uses n where n.version_id = v.id)`.as('uses'),
      ])
  return {
    list: (query: ListQuery) => {
      let found = rows()
      if (query.state) found = found.where('v.state', '=', query.state)
      if (query.keyword) {
        const like = toLikePattern(query.keyword)
        found = found.where((eb) =>
          eb.or([eb('c.name', 'ilike', like), eb('c.summary', 'ilike', like), eb('u.nickname', 'ilike', like)]),
        )
      }
      // The longest-waiting version comes first.
      const order = query.order ?? (query.state === 'pending' && !query.sort ? 'asc' : 'desc')
      return loadPage(found, { ...query, order }, `v.${query.sort ?? 'submitted_at'}`, 'v.id')
    },
    find: (id: string) => rows().where('v.id', '=', id).executeTakeFirst(),
    others: (communityImageId: string, id: string) =>
      rows()
        .where('v.community_image_id', '=', communityImageId)
        .where('v.id', '!=', id)
        .orderBy('v.submitted_at', 'desc')
        .orderBy('v.id')
        .execute(),
    running: async (imageId: string): Promise<number> => {
      const { n } = await db
        .selectFrom('instances')
        .where('image_id', '=', imageId)
        .where('released_at', 'is', null)
        .select(sql<number>`count(*)::int`.as('n'))
        .executeTakeFirstOrThrow()
      return n
    },
  }
}

import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { ImageReleaseState, imageReleases } from '#contract/image-releases.ts'
import { selectStarCount, selectTags } from '#server/db/community-entries.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof imageReleases)['list']['query']>
export type ImageReleaseRow = Awaited<ReturnType<ReturnType<typeof imageReleasesRepo>['list']>>['items'][number]
export type ReleaseVersionView = Awaited<ReturnType<ReturnType<typeof imageReleasesRepo>['versionsOf']>>[number]
export type ReleaseVersionRow = Selectable<DB['community_image_versions']>

const versionExists = (condition: ReturnType<typeof sql>) =>
  sql<boolean>`exists (select from community_image_versions v where v.community_image_id = c.id and ${condition})`

/** All SQL for an author's own entries. Hides removed versions, and an entry once all its versions are removed. */
export const imageReleasesRepo = (db: Kysely<DB>) => {
  const own = (authorId: string) =>
    db.selectFrom('community_images as c').where('c.author_id', '=', authorId).where(versionExists(sql`v.state <> 'removed'`))
  const entries = (authorId: string) =>
    own(authorId)
      .select(['c.id', 'c.name', 'c.summary', 'c.original_at', 'c.created_at'])
      .select([
        selectTags('community_image').as('tags'),
        selectStarCount('community_image').as('stars'),
        sql<number>`(select count(*)::int from community_image_uses n where n.community_image_id = c.id)`.as('uses'),
        versionExists(sql`v.published_at is not null`).as('name_fixed'),
        versionExists(sql`v.state = 'published'`).as('public'),
      ])
  return {
    list: (authorId: string, query: ListQuery) => {
      let rows = entries(authorId)
      if (query.keyword) rows = rows.where('c.name', 'ilike', toLikePattern(query.keyword))
      if (query.state) rows = rows.where(versionExists(sql`v.state = ${query.state}`))
      return loadPage(rows, query, `c.${query.sort ?? 'created_at'}`, 'c.id')
    },
    find: (authorId: string, id: string) => entries(authorId).where('c.id', '=', id).executeTakeFirst(),
    versionsOf: (ids: readonly string[]) =>
      db
        .selectFrom('community_image_versions as v')
        .innerJoin('images as m', 'm.id', 'v.image_id')
        .leftJoin('images as s', 's.id', 'v.source_image_id')
        .where('v.community_image_id', 'in', ids)
        .where('v.state', '!=', 'removed')
        .select(['v.id', 'v.community_image_id', 'v.version', 'v.state', 'v.state_reason', 'v.image_id', 'v.licence', 'v.readme'])
        .select(['v.price_hour_micro', 'v.submitted_at', 'v.published_at', 'v.source_image_id'])
        .select(['m.framework', 'm.python', 'm.runtime', 'm.vendor', 'm.size_gb', 'm.state as image_state'])
        .select(['s.name as source_name', 's.version as source_version', 's.state as source_state'])
        .select(sql<number>`(select count(*)::int from community_image_uses n where n.version_id = v.id)`.as('uses'))
        .orderBy('v.submitted_at', 'desc')
        .orderBy('v.id', 'desc')
        .execute(),
    lockOwn: (authorId: string, id: string) =>
      own(authorId).where('c.id', '=', id).select(['c.id', 'c.name']).forNoKeyUpdate().executeTakeFirst(),
    lockOwnVersion: (authorId: string, id: string) =>
      db
        .selectFrom('community_image_versions as v')
        .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
        .where('v.id', '=', id)
        .where('v.state', '!=', 'removed')
        .where('c.author_id', '=', authorId)
        .selectAll('v')
        .select('c.name')
        .forNoKeyUpdate('v')
        .executeTakeFirst(),
    lockVersion: (id: string): Promise<ReleaseVersionRow | undefined> =>
      db.selectFrom('community_image_versions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    /** Locks the author to serialize their releases; returns whether they may set a price. */
    lockAuthor: async (id: string): Promise<{ is_creator: boolean }> =>
      db.selectFrom('users').select('is_creator').where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow(),
    count: async (authorId: string): Promise<number> => {
      const { n } = await own(authorId).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()
      return n
    },
    isPublished: async (id: string): Promise<boolean> =>
      (await db
        .selectFrom('community_image_versions')
        .select('id')
        .where('community_image_id', '=', id)
        .where('published_at', 'is not', null)
        .executeTakeFirst()) !== undefined,
    /** Tells whether an image was saved from an instance of another author's priced version. */
    isOthersPriced: async (authorId: string, imageId: string): Promise<boolean> =>
      (await db
        .selectFrom('images as m')
        .innerJoin('community_image_versions as v', 'v.id', 'm.priced_version_id')
        .innerJoin('community_images as c', 'c.id', 'v.community_image_id')
        .where('m.id', '=', imageId)
        .where('v.price_hour_micro', '>', 0n)
        .where('c.author_id', '!=', authorId)
        .select('m.id')
        .executeTakeFirst()) !== undefined,
    insertEntry: (row: Insertable<DB['community_images']>) => db.insertInto('community_images').values(row).execute(),
    updateEntry: (id: string, set: { name: string; summary: string }) =>
      db.updateTable('community_images').set(set).where('id', '=', id).execute(),
    setTags: async (communityImageId: string, tags: readonly string[]): Promise<void> => {
      await db.deleteFrom('community_image_tags').where('community_image_id', '=', communityImageId).execute()
      if (!tags.length) return
      await db
        .insertInto('community_image_tags')
        .values(tags.map((tag) => ({ community_image_id: communityImageId, tag })))
        .execute()
    },
    insertVersion: (row: Insertable<DB['community_image_versions']> & { state: ImageReleaseState }) =>
      db.insertInto('community_image_versions').values(row).execute(),
    updateVersion: (id: string, set: Updateable<DB['community_image_versions']> & { state: ImageReleaseState | 'removed' }) =>
      db.updateTable('community_image_versions').set(set).where('id', '=', id).execute(),
    /**
     * Claims the longest-waiting version to copy that has no live lease; a lease beyond `horizon` is a clock error and is
     * ignored.
     */
    claimPreparing: (now: Date, leaseUntil: Date, horizon: Date) =>
      db
        .updateTable('community_image_versions')
        .set({ prepare_lease_until: leaseUntil })
        .where('id', '=', (eb) =>
          eb
            .selectFrom('community_image_versions')
            .select('id')
            .where('state', '=', 'preparing')
            .where((either) =>
              either.or([
                either('prepare_lease_until', 'is', null),
                either('prepare_lease_until', '<=', now),
                either('prepare_lease_until', '>', horizon),
              ]),
            )
            .orderBy('submitted_at')
            .limit(1)
            .forNoKeyUpdate()
            .skipLocked(),
        )
        .returningAll()
        .executeTakeFirst(),
    authorOf: (communityImageId: string) =>
      db
        .selectFrom('community_images')
        .select(['id', 'name', 'author_id'])
        .where('id', '=', communityImageId)
        .executeTakeFirstOrThrow(),
  }
}

import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type AuthorRow = NonNullable<Awaited<ReturnType<ReturnType<typeof authorsRepo>['find']>>>

const publishedEntryIds = (entries: string, versions: string, key: string) =>
  sql`select c.id from ${sql.table(entries)} c where c.author_id = u.id and exists
    (select from ${sql.table(versions)} v where v.${sql.ref(key)} = c.id and v.state = 'published')`
const images = publishedEntryIds('community_images', 'community_image_versions', 'community_image_id')
const datasets = publishedEntryIds('data_sets', 'data_set_versions', 'data_set_id')

/** All SQL for authors as the public sees them: by public id, with their public entries. */
export const authorsRepo = (db: Kysely<DB>) => ({
  find: (publicId: string) =>
    db
      .selectFrom('users as u')
      .where('u.public_id', '=', publicId)
      .select(['u.public_id', 'u.nickname', 'u.is_creator'])
      .select([
        sql<number>`(select count(*)::int from (${images}) p)`.as('images'),
        sql<number>`(select count(*)::int from (${datasets}) p)`.as('data_sets'),
        sql<number>`((select count(*) from community_image_stars s where s.community_image_id in (${images}))
          + (select count(*) from data_set_stars s where s.data_set_id in (${datasets})))::int`.as('stars'),
        sql<number>`((select count(*) from community_image_uses n where n.community_image_id in (${images}))
          + (select count(distinct (n.data_set_id, n.instance_id)) from data_set_uses n where n.data_set_id in (${datasets})))::int`.as(
          'uses',
        ),
        sql<Date | null>`case when u.is_creator then (select max(a.decided_at) from creator_audits a
          where a.user_id = u.id and a.state = 'approved' and a.revoked_at is null) end`.as('creator_since'),
      ])
      .executeTakeFirst(),
})

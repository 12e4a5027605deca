import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { AnnouncementAudience } from '#contract/operator/announcements.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type AnnouncementRow = Selectable<DB['announcements']> & { read: number }

interface Query {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
  keyword?: string
  state?: string
  audience?: string
}

/** All SQL for announcements. */
export const announcementsRepo = (db: Kysely<DB>) => {
  const rows = () =>
    db
      .selectFrom('announcements as a')
      .selectAll('a')
      .select(
        sql<number>`(select count(*)::int from notifications n where n.announcement_id = a.id and n.read_at is not null)`.as(
          'read',
        ),
      )
  return {
    page: ({ keyword, state, audience, ...query }: Query) => {
      let found = rows()
      if (keyword) found = found.where('a.title', 'ilike', toLikePattern(keyword))
      if (state) found = found.where('a.state', '=', state)
      if (audience) found = found.where('a.audience', '=', audience)
      return loadPage(found, query, 'a.publish_at', 'a.id')
    },
    find: (id: string): Promise<AnnouncementRow | undefined> => rows().where('a.id', '=', id).executeTakeFirst(),
    lock: (id: string) => db.selectFrom('announcements').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    insert: (row: Insertable<DB['announcements']>) => db.insertInto('announcements').values(row).execute(),
    update: (id: string, changes: Updateable<DB['announcements']>) =>
      db.updateTable('announcements').set(changes).where('id', '=', id).execute(),
    due: async (now: Date): Promise<string[]> => {
      const found = await db
        .selectFrom('announcements')
        .select('id')
        .where('state', 'in', ['scheduled', 'publishing'])
        .where('publish_at', '<=', now)
        .orderBy('publish_at')
        .orderBy('created_at')
        .orderBy('id')
        .execute()
      return found.map(({ id }) => id)
    },
    /** Returns the audience's next users after `cursor`, by id; excludes those who registered after the due time. */
    audience: async (
      audience: AnnouncementAudience,
      { cursor, until, limit }: { cursor: string; until: Date; limit: number },
    ): Promise<string[]> => {
      let users = db
        .selectFrom('users as u')
        .select('u.id')
        .where('u.id', '>', cursor)
        .where('u.created_at', '<=', until)
        .where('u.closed_at', 'is', null)
        .where((eb) =>
          eb.not(
            eb.exists(
              eb
                .selectFrom('sub_accounts as s')
                .select('s.user_id')
                .whereRef('s.user_id', '=', 'u.id')
                .where('s.removed_at', 'is not', null),
            ),
          ),
        )
      if (audience === 'verified')
        users = users.where((eb) =>
          eb.exists(
            eb.selectFrom('real_names as r').select('r.user_id').where('r.user_id', '=', eb.fn.coalesce('u.master_id', 'u.id')),
          ),
        )
      if (audience === 'creators') users = users.where('u.is_creator', '=', true)
      if (audience === 'running')
        users = users.where((eb) =>
          eb.exists(
            eb
              .selectFrom('instances as i')
              .select('i.id')
              .whereRef('i.user_id', '=', 'u.id')
              .where('i.released_at', 'is', null)
              .where('i.desired', '=', 'running'),
          ),
        )
      const found = await users.orderBy('u.id').limit(limit).execute()
      return found.map(({ id }) => id)
    },
  }
}

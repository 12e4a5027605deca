import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type CreatorAuditRow = Selectable<DB['creator_audits']>
export type CreatorApplicationRow = NonNullable<Awaited<ReturnType<ReturnType<typeof creatorsRepo>['case']>>>

interface ApplicationQuery {
  page: number
  page_size: number
  order?: 'asc' | 'desc'
  keyword?: string
  state?: string
  field?: string
}

/** All SQL for creators and creator applications. */
export const creatorsRepo = (db: Kysely<DB>) => {
  const cases = () =>
    db
      .selectFrom('creator_audits as a')
      .innerJoin('users as u', 'u.id', 'a.user_id')
      .leftJoin('real_names as n', 'n.user_id', 'a.user_id')
      .leftJoin('users as d', 'd.id', 'a.decided_by')
      .selectAll('a')
      .select(['u.nickname', 'u.is_creator', 'n.name_masked', 'd.nickname as decider'])
      .select([
        sql<number>`(select count(distinct c.id)::int from community_images c join community_image_versions v
          on v.community_image_id = c.id and v.state = 'published' where c.author_id = a.user_id)`.as('images'),
        sql<number>`(select count(distinct c.id)::int from data_sets c join data_set_versions v
          on v.data_set_id = c.id and v.state = 'published' where c.author_id = a.user_id)`.as('data_sets'),
      ])
  return {
    isCreator: async (userId: string): Promise<boolean> =>
      (await db.selectFrom('users').select('is_creator').where('id', '=', userId).executeTakeFirstOrThrow()).is_creator,
    /**
     * Locks the user row until the transaction ends, so that two concurrent applications cannot both pass the "none yet" check.
     */
    lockUser: (userId: string) =>
      db.selectFrom('users').select('is_creator').where('id', '=', userId).forNoKeyUpdate().executeTakeFirstOrThrow(),
    setCreator: (userId: string, isCreator: boolean) =>
      db.updateTable('users').set({ is_creator: isCreator }).where('id', '=', userId).execute(),
    insert: (row: Insertable<DB['creator_audits']>) => db.insertInto('creator_audits').values(row).execute(),
    update: (id: string, row: Updateable<DB['creator_audits']>) =>
      db.updateTable('creator_audits').set(row).where('id', '=', id).execute(),
    /** Returns one user's applications, newest first. */
    history: (userId: string): Promise<CreatorAuditRow[]> =>
      db
        .selectFrom('creator_audits')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('submitted_at', 'desc')
        .orderBy('id', 'desc')
        .execute(),
    lock: (id: string) => db.selectFrom('creator_audits').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    case: (id: string) => cases().where('a.id', '=', id).executeTakeFirst(),
    cases: ({ keyword, state, field, ...page }: ApplicationQuery) => {
      let rows = cases()
      if (state) rows = rows.where('a.state', '=', state)
      if (field) rows = rows.where('a.field', '=', field)
      if (keyword) {
        rows = rows.where((eb) =>
          eb.or([
            eb('u.nickname', 'ilike', toLikePattern(keyword)),
            eb('a.introduction', 'ilike', toLikePattern(keyword)),
            eb('u.id', '=', keyword),
            eb('a.id', '=', keyword),
          ]),
        )
      }
      return loadPage(rows, { ...page, order: page.order ?? 'asc' }, 'a.submitted_at', 'a.id')
    },
  }
}

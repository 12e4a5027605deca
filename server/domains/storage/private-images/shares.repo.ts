import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { privateImages } from '#contract/private-images.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

type ListQuery = z.output<(typeof privateImages)['shared_list']['query']>
export type ImageShareRow = Awaited<ReturnType<ReturnType<typeof imageSharesRepo>['of']>>[number]
export type SharedImageRow = Awaited<ReturnType<ReturnType<typeof imageSharesRepo>['sharedWith']>>['items'][number]

/** All SQL for the shares of private images. */
export const imageSharesRepo = (db: Kysely<DB>) => ({
  /** Returns the shares of one image, newest first. */
  of: (imageId: string) =>
    db
      .selectFrom('image_shares as s')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .where('s.image_id', '=', imageId)
      .select(['s.id', 's.user_id', 'u.nickname', 'u.uuid', 's.shared_at'])
      .orderBy('s.shared_at', 'desc')
      .orderBy('s.id')
      .execute(),
  /** Returns the image of one of the owner's shares. */
  findOwn: (ownerId: string, id: string) =>
    db
      .selectFrom('image_shares as s')
      .innerJoin('images as m', 'm.id', 's.image_id')
      .where('s.id', '=', id)
      .where('m.owner_id', '=', ownerId)
      .select(['s.image_id', 's.user_id'])
      .executeTakeFirst(),
  sharedWith: (userId: string, query: ListQuery) => {
    let rows = db
      .selectFrom('image_shares as s')
      .innerJoin('images as m', 'm.id', 's.image_id')
      .innerJoin('users as u', 'u.id', 'm.owner_id')
      .where('s.user_id', '=', userId)
      .where('m.state', '=', 'ready')
      .select(['m.id', 'm.name', 'm.version', 'm.vendor', 'm.framework', 'm.python', 'm.runtime', 'm.size_gb'])
      .select(['u.nickname', 's.shared_at'])
      .select(
        sql<number>`(select count(*)::int from instances i
          where i.image_id = m.id and i.user_id = ${userId} and i.released_at is null)`.as('used_by'),
      )
    if (query.vendor) rows = rows.where('m.vendor', '=', query.vendor)
    if (query.keyword) {
      const like = toLikePattern(query.keyword)
      rows = rows.where((eb) => eb.or([eb('m.name', 'ilike', like), eb('u.nickname', 'ilike', like)]))
    }
    return loadPage(rows, query, query.sort === 'shared_at' || !query.sort ? 's.shared_at' : `m.${query.sort}`, 's.id')
  },
  accountBy: (uuid: string) =>
    db.selectFrom('users').select(['id', 'nickname']).where('uuid', '=', uuid).where('closed_at', 'is', null).executeTakeFirst(),
  nameOf: (userId: string) => db.selectFrom('users').select('nickname').where('id', '=', userId).executeTakeFirst(),
  insert: (row: { id: string; image_id: string; user_id: string; shared_at: Date }) =>
    db.insertInto('image_shares').values(row).execute(),
  /** Returns whether there was a share. */
  remove: async (id: string): Promise<boolean> =>
    (await db.deleteFrom('image_shares').where('id', '=', id).executeTakeFirst()).numDeletedRows > 0n,
  /** Removes all shares and returns the users they were for. */
  removeAll: async (imageId: string): Promise<string[]> =>
    (await db.deleteFrom('image_shares').where('image_id', '=', imageId).returning('user_id').execute()).map(
      ({ user_id: userId }) => userId,
    ),
})

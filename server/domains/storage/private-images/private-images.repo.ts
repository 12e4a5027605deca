import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { accessRoles } from '#contract/access.ts'
import type { PrivateImageState } from '#contract/private-images.ts'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

export type ImageRow = Selectable<DB['images']>
export type PrivateImageView = ImageRow & { used_by: number; shares: number; percent: number }

interface ListQuery {
  page: number
  page_size: number
  sort?: 'created_at' | 'name' | 'size_gb'
  order?: 'asc' | 'desc'
  keyword?: string
  state?: PrivateImageState
  vendor?: string
}

export type ShareableImage = Pick<ImageRow, 'id' | 'name' | 'kind' | 'reference' | 'state' | 'owner_id'> & { host_id: string }

/** All SQL for private images. User-facing reads filter by owner and skip images being removed. */
export const privateImagesRepo = (db: Kysely<DB>) => {
  const own = (userId: string) =>
    db
      .selectFrom('images as m')
      .where('m.owner_id', '=', userId)
      .where('m.kind', '=', 'private')
      .where('m.state', 'in', ['saving', 'ready', 'failed', 'lost'])
  const views = (userId: string) =>
    own(userId)
      .selectAll('m')
      .select([
        countUsingInstances(userId).as('used_by'),
        sql<number>`(select count(*)::int from image_shares s where s.image_id = m.id)`.as('shares'),
        sql<number>`coalesce((select max(t.percent) from instance_tasks t where t.image_id = m.id), 0)`.as('percent'),
      ])
  return {
    list: (userId: string, query: ListQuery) => {
      let rows = views(userId)
      if (query.state) rows = rows.where('m.state', '=', query.state)
      if (query.vendor) rows = rows.where('m.vendor', '=', query.vendor)
      if (query.keyword) rows = rows.where('m.name', 'ilike', toLikePattern(query.keyword))
      return loadPage(rows, query, `m.${query.sort ?? 'created_at'}`, 'm.id')
    },
    find: (userId: string, id: string): Promise<PrivateImageView | undefined> =>
      views(userId).where('m.id', '=', id).executeTakeFirst(),
    lockOwn: (userId: string, id: string) =>
      own(userId).where('m.id', '=', id).selectAll('m').forNoKeyUpdate().executeTakeFirst(),
    /**
     * Locks an image a user may create an instance from (a base or community image on offer, or their own) until the transaction
     * ends.
     */
    holdUsable: (userId: string, id: string) => selectUsable(db, userId, id).forShare().executeTakeFirst(),
    holdOwnReady: (userId: string, id: string): Promise<ImageRow | undefined> =>
      own(userId).where('m.id', '=', id).where('m.state', '=', 'ready').selectAll('m').forShare().executeTakeFirst(),
    findUsable: (userId: string, id: string) => selectUsable(db, userId, id).executeTakeFirst(),
    get: (id: string) => db.selectFrom('images').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    insert: (row: Insertable<DB['images']>) => db.insertInto('images').values(row).execute(),
    /** Serialises saves, removals and renames by one owner. */
    lockOwner: (userId: string) => db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute(),
    count: async (userId: string): Promise<number> => {
      const { n } = await own(userId)
        .where('m.state', '!=', 'failed')
        .select((eb) => eb.fn.countAll<bigint>().as('n'))
        .executeTakeFirstOrThrow()
      return Number(n)
    },
    hasName: async (userId: string, name: string): Promise<boolean> => {
      const row = await own(userId).where('m.name', '=', name).where('m.state', '!=', 'failed').select('m.id').executeTakeFirst()
      return row !== undefined
    },
    isUsedBy: async (userId: string, id: string): Promise<boolean> => {
      const row = await db
        .selectFrom('instances')
        .select('id')
        .where('image_id', '=', id)
        .where('user_id', '=', userId)
        .where('released_at', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },
    rename: (id: string, name: string) => db.updateTable('images').set({ name }).where('id', '=', id).execute(),
    renameAll: (ids: readonly string[], name: string) => db.updateTable('images').set({ name }).where('id', 'in', ids).execute(),
    setState: (id: string, state: 'ready' | 'failed' | 'removing' | 'removed', sizeGb?: number) =>
      db
        .updateTable('images')
        .set({ state, ...(sizeGb !== undefined && { size_gb: sizeGb }) })
        .where('id', '=', id)
        .execute(),
    /** Changes the state of an image unless it has another by now. Returns whether it did. */
    moveState: async (id: string, from: 'ready' | 'lost', to: 'ready' | 'lost'): Promise<boolean> => {
      const moved = db.updateTable('images').set({ state: to }).where('id', '=', id).where('state', '=', from)
      return (await moved.executeTakeFirst()).numUpdatedRows > 0n
    },
    setHost: (id: string, hostId: string | null) =>
      db.updateTable('images').set({ host_id: hostId }).where('id', '=', id).execute(),
    /** Returns images that one host has or had, although its engine could give them to all. */
    shareable: (): Promise<ShareableImage[]> =>
      db
        .selectFrom('images as m')
        .innerJoin('hosts as h', 'h.id', 'm.host_id')
        .select(['m.id', 'm.name', 'm.kind', 'm.reference', 'm.state', 'm.owner_id', 'h.id as host_id'])
        .where('m.state', 'in', ['ready', 'lost'])
        .where('h.shares_images', '=', true)
        .execute(),
    /** Marks an image copied for one clone for removal once no living instance uses it. */
    removeUnusedClone: (id: string) =>
      db
        .updateTable('images')
        .set({ state: 'removing' })
        .where('id', '=', id)
        .where('kind', '=', 'clone')
        .where('state', 'in', ['ready', 'failed', 'lost'])
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('instances').select('id').where('image_id', '=', id).where('released_at', 'is', null))),
        )
        .execute(),
    /** Returns the images the engine can delete: no living instance boots from them and nothing is being copied from them. */
    removing: () =>
      db
        .selectFrom('images as m')
        .select(['m.id', 'm.reference'])
        .where('m.state', '=', 'removing')
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('instances as i').select('i.id').whereRef('i.image_id', '=', 'm.id').where('i.released_at', 'is', null),
            ),
          ),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('community_image_versions as v')
                .select('v.id')
                .whereRef('v.source_image_id', '=', 'm.id')
                .where('v.state', '=', 'preparing'),
            ),
          ),
        )
        .execute(),
  }
}

const reviewers: readonly string[] = accessRoles.operator_review

const countUsingInstances = (userId: string) =>
  sql<number>`(select count(*)::int from instances i where i.image_id = m.id and i.user_id = ${userId} and i.released_at is null)`

/** Selects an image the user may use: on offer, their own, shared with them, or waiting for their review (product §10). */
const selectUsable = (db: Kysely<DB>, userId: string, id: string) =>
  db
    .selectFrom('images')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .where((eb) =>
      eb.or([
        eb.and([eb('kind', 'in', ['base', 'community']), eb('on_offer', '=', true)]),
        eb.and([eb('kind', '=', 'private'), eb('owner_id', '=', userId)]),
        eb.and([
          eb('kind', '=', 'private'),
          eb.exists(eb.selectFrom('image_shares').select('id').where('image_id', '=', id).where('user_id', '=', userId)),
        ]),
        eb.and([
          eb('kind', '=', 'community'),
          eb.exists(
            eb.selectFrom('community_image_versions').select('id').where('image_id', '=', id).where('state', '=', 'pending'),
          ),
          eb.exists(eb.selectFrom('users').select('id').where('id', '=', userId).where('role', 'in', reviewers)),
        ]),
      ]),
    )

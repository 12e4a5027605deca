import { type Insertable, type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import { toLikePattern } from '#server/db/like.ts'
import { loadPage } from '#server/db/page.ts'
import { selectSamePersonIds } from '#server/db/same-person.ts'
import type { DB } from '#server/db/types.ts'

/** An activity with its products and the number of shares taken; refunded orders do not count. */
export type ActivityRow = Selectable<DB['activities']> & { product_ids: string[]; taken: number }

const productIds = sql<
  string[]
>`array(select ap.product_id from activity_products ap where ap.activity_id = a.id order by ap.product_id)`
const taken = sql<number>`(select count(*)::int from orders o where o.activity_id = a.id and o.status in ('paid', 'done'))`

/** The operator's view of an activity: the amount sold under it, and whether new terms wait for approval. */
export interface OperatorActivityRow extends ActivityRow {
  product_names: string[]
  amount_fen: bigint
  terms_pending: boolean
}

/** All SQL of activities. */
export const activitiesRepo = (db: Kysely<DB>) => {
  const rows = () =>
    db
      .selectFrom('activities as a')
      .selectAll('a')
      .select([productIds.as('product_ids'), taken.as('taken')])
  const views = () =>
    rows().select([
      sql<
        string[]
      >`array(select p.name || '（' || r.name || '）' from activity_products ap join products p on p.id = ap.product_id
        join regions r on r.id = p.region_id where ap.activity_id = a.id order by p.sort, p.id)`.as('product_names'),
      sql<bigint>`(select coalesce(sum(o.amount_fen), 0)::bigint from orders o where o.activity_id = a.id and o.status in ('paid', 'done'))`.as(
        'amount_fen',
      ),
      sql<boolean>`exists (select 1 from change_requests c where c.kind = 'activity' and c.target_id = a.id and c.status = 'pending')`.as(
        'terms_pending',
      ),
    ])
  return {
    /** Returns the visible activities that are running, in the site's display order. */
    running: (now: Date): Promise<ActivityRow[]> =>
      rows()
        .where('a.visible', '=', true)
        .where('a.starts_at', '<=', now)
        .where('a.ends_at', '>', now)
        .orderBy('a.position')
        .orderBy('a.created_at')
        .orderBy('a.id')
        .execute(),
    page: (query: {
      page: number
      page_size: number
      sort?: 'position' | 'ends_at'
      order?: 'asc' | 'desc'
      keyword?: string
    }) => {
      const { keyword, sort = 'position', order = 'asc' } = query
      const found = keyword ? views().where('a.title', 'ilike', toLikePattern(keyword)) : views()
      return loadPage(found, { ...query, order }, `a.${sort}`, 'a.id')
    },
    view: (id: string): Promise<OperatorActivityRow | undefined> => views().where('a.id', '=', id).executeTakeFirst(),
    find: (id: string): Promise<ActivityRow | undefined> => rows().where('a.id', '=', id).executeTakeFirst(),
    /** Locks the activity row until the transaction ends, so that remaining shares are handed out one at a time. */
    lock: (id: string) => db.selectFrom('activities').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
    isSub: async (userId: string): Promise<boolean> =>
      (await db.selectFrom('users').select('account_type').where('id', '=', userId).executeTakeFirstOrThrow()).account_type ===
      'sub',
    /**
     * Returns whether the person behind an account has ordered anything, across all their accounts, and the order count per
     * activity.
     */
    ordersOf: async (userId: string, activityIds: readonly string[]) => {
      const own = db
        .selectFrom('orders')
        .where('user_id', 'in', selectSamePersonIds(userId))
        .where('status', 'in', ['paid', 'done'])
      const first = await own.select('id').limit(1).executeTakeFirst()
      const shares =
        activityIds.length === 0
          ? []
          : await own
              .where('activity_id', 'in', activityIds)
              .groupBy('activity_id')
              .select(['activity_id', (eb) => eb.fn.countAll<bigint>().as('n')])
              .execute()
      return { any: first !== undefined, shares: new Map(shares.map((row) => [row.activity_id, Number(row.n)])) }
    },
    insert: (row: Insertable<DB['activities']>) => db.insertInto('activities').values(row).execute(),
    update: (id: string, changes: Updateable<DB['activities']>) =>
      db.updateTable('activities').set(changes).where('id', '=', id).execute(),
    setProducts: async (activityId: string, ids: readonly string[]) => {
      await db.deleteFrom('activity_products').where('activity_id', '=', activityId).execute()
      await db
        .insertInto('activity_products')
        .values(ids.map((productId) => ({ activity_id: activityId, product_id: productId })))
        .execute()
    },
    /** Returns those of these products that exist. */
    knownProducts: (ids: readonly string[]) =>
      db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).orderBy('sort').execute(),
  }
}

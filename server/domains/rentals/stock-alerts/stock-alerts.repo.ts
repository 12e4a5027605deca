import type { Insertable, Kysely } from 'kysely'
import { loadPage } from '#server/db/page.ts'
import type { DB } from '#server/db/types.ts'

/** All SQL of stock alerts. User-facing queries filter by owner; worker queries do not. */
export const stockAlertsRepo = (db: Kysely<DB>) => {
  const alerts = () =>
    db
      .selectFrom('stock_alerts as s')
      .innerJoin('products as p', 'p.id', 's.product_id')
      .innerJoin('regions as r', 'r.id', 'p.region_id')
      .selectAll('s')
      .select(['p.name as product_name', 'r.name as region_name'])
  return {
    list: (
      userId: string,
      query: { page: number; page_size: number; order?: 'asc' | 'desc'; state?: string; product_id?: string },
    ) => {
      let rows = alerts().where('s.user_id', '=', userId)
      if (query.state) rows = rows.where('s.state', '=', query.state)
      if (query.product_id) rows = rows.where('s.product_id', '=', query.product_id)
      return loadPage(rows, query, 's.created_at', 's.id')
    },
    find: (userId: string, id: string) => alerts().where('s.user_id', '=', userId).where('s.id', '=', id).executeTakeFirst(),
    lockOwner: (userId: string) => db.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute(),
    waitingOf: (userId: string) =>
      db
        .selectFrom('stock_alerts')
        .select(['id', 'product_id', 'gpu_num'])
        .where('user_id', '=', userId)
        .where('state', '=', 'waiting')
        .execute(),
    insert: (row: Insertable<DB['stock_alerts']>) => db.insertInto('stock_alerts').values(row).execute(),
    /** Ends a waiting alert; returns false if it has already ended. */
    end: async (id: string, state: 'sent' | 'cancelled', endedAt: Date): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('stock_alerts')
        .set({ state, ended_at: endedAt })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },
    waitingProducts: async (): Promise<string[]> => {
      const rows = await db.selectFrom('stock_alerts').select('product_id').distinct().where('state', '=', 'waiting').execute()
      return rows.map((row) => row.product_id)
    },
    /** Alerts that wait for at most `most` cards of a product, oldest first. */
    waitingFor: (productId: string, most: number) =>
      db
        .selectFrom('stock_alerts')
        .select(['id', 'user_id', 'gpu_num'])
        .where('product_id', '=', productId)
        .where('state', '=', 'waiting')
        .where('gpu_num', '<=', most)
        .orderBy('created_at')
        .execute(),
  }
}

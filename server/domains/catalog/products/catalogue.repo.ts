import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'

export type ProductPriceRow = Selectable<DB['product_prices']>

/** All SQL that changes the catalogue. Price versions are append-only (product §3). */
export const catalogueRepo = (db: Kysely<DB>) => ({
  lockProduct: (id: string) => db.selectFrom('products').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  /** Returns false if the region already sells that model. */
  insertProduct: async (row: Insertable<DB['products']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('products')
      .values(row)
      .onConflict((conflict) => conflict.columns(['region_id', 'gpu_model']).doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  updateProduct: (id: string, changes: Updateable<DB['products']>) =>
    db.updateTable('products').set(changes).where('id', '=', id).execute(),
  newestPrice: (productId: string): Promise<ProductPriceRow | undefined> =>
    db
      .selectFrom('product_prices')
      .selectAll()
      .where('product_id', '=', productId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst(),
  insertPrice: (row: Insertable<DB['product_prices']>) => db.insertInto('product_prices').values(row).execute(),
  lockRegion: (id: string) => db.selectFrom('regions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),
  insertRegion: async (row: Insertable<DB['regions']>) => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('regions')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  },
  updateRegion: (id: string, changes: Updateable<DB['regions']>) =>
    db.updateTable('regions').set(changes).where('id', '=', id).execute(),
  /** Locks a base image only; saved images belong to their users. */
  lockImage: (id: string) =>
    db.selectFrom('images').selectAll().where('id', '=', id).where('kind', '=', 'base').forNoKeyUpdate().executeTakeFirst(),
  insertImage: (row: Insertable<DB['images']>) => db.insertInto('images').values(row).execute(),
  updateImage: (id: string, changes: Updateable<DB['images']>) =>
    db.updateTable('images').set(changes).where('id', '=', id).where('kind', '=', 'base').execute(),
})

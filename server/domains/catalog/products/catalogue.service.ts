import type { Insertable, Transaction, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { catalogueRepo } from '#server/domains/catalog/products/catalogue.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const publishProductsChange = (tx: Tx, id: string | null) => publishChange(tx, { user_id: null, resource: 'products', id })

export async function lockProduct(trx: Transaction<DB>, id: string) {
  const row = await catalogueRepo(trx).lockProduct(id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Creates a product and returns its id. It stays invisible: it has no price and is not on sale. */
export async function createProduct(trx: Transaction<DB>, form: Omit<Insertable<DB['products']>, 'id'>): Promise<string> {
  if (!(await catalogueRepo(trx).lockRegion(form.region_id))) throw createFieldRefusal('not_found', 'region_id', '地域不存在')
  const id = newId('product')
  if (!(await catalogueRepo(trx).insertProduct({ ...form, id, on_sale: false })))
    throw createFieldRefusal('name_taken', 'gpu_model', '该地域已有这个型号的产品')
  return id
}

/** Changes the specification for new instances; existing instances keep theirs. */
export async function updateProduct(tx: Tx, id: string, changes: Updateable<DB['products']>): Promise<void> {
  await catalogueRepo(tx.db).updateProduct(id, changes)
  await publishProductsChange(tx, id)
}

/** Puts a locked product on sale or takes it off. Off sale blocks new orders and leaves existing instances untouched. */
export async function setProductOnSale(tx: Tx, product: { id: string; on_sale: boolean }, onSale: boolean): Promise<void> {
  if (product.on_sale === onSale) throw new Refusal('nothing_to_change')
  if (onSale && !(await catalogueRepo(tx.db).newestPrice(product.id)))
    throw new Refusal('action_not_allowed', { message: '该产品还没有价格，定价获批后才能上架' })
  await catalogueRepo(tx.db).updateProduct(product.id, { on_sale: onSale })
  await publishProductsChange(tx, product.id)
}

export const findNewestPrice = (trx: Transaction<DB>, productId: string) => catalogueRepo(trx).newestPrice(productId)

/** Adds the next price version of a locked product; new orders pay it from now on (product §3). */
export async function addPriceVersion(
  tx: Tx,
  productId: string,
  prices: Omit<Insertable<DB['product_prices']>, 'id' | 'product_id' | 'version' | 'created_at'>,
): Promise<void> {
  const newest = await catalogueRepo(tx.db).newestPrice(productId)
  await catalogueRepo(tx.db).insertPrice({
    ...prices,
    id: newId('price'),
    product_id: productId,
    version: (newest?.version ?? 0) + 1,
    created_at: tx.now(),
  })
  await publishProductsChange(tx, productId)
}

export async function lockRegion(trx: Transaction<DB>, id: string) {
  const row = await catalogueRepo(trx).lockRegion(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function createRegion(trx: Transaction<DB>, form: Insertable<DB['regions']>): Promise<void> {
  if (!(await catalogueRepo(trx).insertRegion(form))) throw createFieldRefusal('name_taken', 'id', '该编号已被使用')
}

export async function updateRegion(tx: Tx, id: string, changes: Updateable<DB['regions']>): Promise<void> {
  await catalogueRepo(tx.db).updateRegion(id, changes)
  await publishProductsChange(tx, null)
}

export async function lockBaseImage(trx: Transaction<DB>, id: string) {
  const row = await catalogueRepo(trx).lockImage(id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Creates a base image, on offer at once, and returns its id. */
export async function createBaseImage(trx: Transaction<DB>, form: Omit<Insertable<DB['images']>, 'id'>): Promise<string> {
  const id = newId('image')
  await catalogueRepo(trx).insertImage({ ...form, id })
  return id
}

export const updateBaseImage = (trx: Transaction<DB>, id: string, changes: Updateable<DB['images']>) =>
  catalogueRepo(trx).updateImage(id, changes)

/**
 * Puts a base image on offer or takes it offline. Offline images cannot be chosen; instances that use them keep running and
 * booting.
 */
export async function setBaseImageOnOffer(
  trx: Transaction<DB>,
  image: { id: string; on_offer: boolean },
  onOffer: boolean,
): Promise<void> {
  if (image.on_offer === onOffer) throw new Refusal('nothing_to_change')
  await catalogueRepo(trx).updateImage(image.id, { on_offer: onOffer })
}

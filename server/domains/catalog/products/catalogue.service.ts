import type { Insertable, Transaction, Updateable } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { catalogueRepo } from '#server/domains/catalog/products/catalogue.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { AfterCommit } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

type Change = [trx: Transaction<DB>, afterCommit: AfterCommit, deps: Deps]

const marketChanged = (trx: Transaction<DB>, afterCommit: AfterCommit, deps: Deps, id: string | null) =>
  publishChange(trx, afterCommit, deps, { user_id: null, resource: 'products', id })

export async function lockProduct(trx: Transaction<DB>, id: string) {
  const row = await catalogueRepo(trx).lockProduct(id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** A product nobody can see yet: it has no price and is not on sale. Answers its id. */
export async function createProduct(trx: Transaction<DB>, form: Omit<Insertable<DB['products']>, 'id'>): Promise<string> {
  if (!(await catalogueRepo(trx).lockRegion(form.region_id))) throw refuseField('not_found', 'region_id', '地域不存在')
  const id = newId('product')
  if (!(await catalogueRepo(trx).insertProduct({ ...form, id, on_sale: false })))
    throw refuseField('name_taken', 'gpu_model', '该地域已有这个型号的产品')
  return id
}

/** Changes what new instances get; those there are keep what they were made with. */
export async function updateProduct(
  ...[trx, afterCommit, deps, id, changes]: [...Change, string, Updateable<DB['products']>]
): Promise<void> {
  await catalogueRepo(trx).updateProduct(id, changes)
  await marketChanged(trx, afterCommit, deps, id)
}

/** Puts a locked product on sale or takes it off. Off sale sells nothing new and touches nothing sold. */
export async function setOnSale(
  ...[trx, afterCommit, deps, product, on_sale]: [...Change, { id: string; on_sale: boolean }, boolean]
): Promise<void> {
  if (product.on_sale === on_sale) throw new Refusal('nothing_to_change')
  if (on_sale && !(await catalogueRepo(trx).newestPrice(product.id)))
    throw new Refusal('action_not_allowed', { message: '该产品还没有价格，定价获批后才能上架' })
  await catalogueRepo(trx).updateProduct(product.id, { on_sale })
  await marketChanged(trx, afterCommit, deps, product.id)
}

export const newestPrice = (trx: Transaction<DB>, product_id: string) => catalogueRepo(trx).newestPrice(product_id)

/** Adds the next version of a locked product's price; from now on it is what new orders pay (product §3). */
export async function addPriceVersion(
  ...[trx, afterCommit, deps, product_id, prices]: [
    ...Change,
    string,
    Omit<Insertable<DB['product_prices']>, 'id' | 'product_id' | 'version' | 'created_at'>,
  ]
): Promise<void> {
  const newest = await catalogueRepo(trx).newestPrice(product_id)
  await catalogueRepo(trx).insertPrice({
    ...prices,
    id: newId('price'),
    product_id,
    version: (newest?.version ?? 0) + 1,
    created_at: deps.clock.now(),
  })
  await marketChanged(trx, afterCommit, deps, product_id)
}

export async function lockRegion(trx: Transaction<DB>, id: string) {
  const row = await catalogueRepo(trx).lockRegion(id)
  if (!row) throw new Refusal('not_found')
  return row
}

export async function createRegion(trx: Transaction<DB>, form: Insertable<DB['regions']>): Promise<void> {
  if (!(await catalogueRepo(trx).insertRegion(form))) throw refuseField('name_taken', 'id', '该编号已被使用')
}

export async function updateRegion(
  ...[trx, afterCommit, deps, id, changes]: [...Change, string, Updateable<DB['regions']>]
): Promise<void> {
  await catalogueRepo(trx).updateRegion(id, changes)
  await marketChanged(trx, afterCommit, deps, null)
}

export async function lockBaseImage(trx: Transaction<DB>, id: string) {
  const row = await catalogueRepo(trx).lockImage(id)
  if (!row) throw new Refusal('not_found')
  return row
}

/** Answers the id of a new base image, which is on offer at once. */
export async function createImage(trx: Transaction<DB>, form: Omit<Insertable<DB['images']>, 'id'>): Promise<string> {
  const id = newId('image')
  await catalogueRepo(trx).insertImage({ ...form, id })
  return id
}

export const updateImage = (trx: Transaction<DB>, id: string, changes: Updateable<DB['images']>) =>
  catalogueRepo(trx).updateImage(id, changes)

/** Offline: nobody can choose it any more; instances that use it keep running and booting. */
export async function setOnOffer(
  trx: Transaction<DB>,
  image: { id: string; on_offer: boolean },
  on_offer: boolean,
): Promise<void> {
  if (image.on_offer === on_offer) throw new Refusal('nothing_to_change')
  await catalogueRepo(trx).updateImage(image.id, { on_offer })
}

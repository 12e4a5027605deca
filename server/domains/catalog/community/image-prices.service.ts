import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import {
  freeImagePrice,
  type ImagePriceShare,
  isSameImagePriceShare,
  type QuotedImagePrice,
} from '#server/domains/catalog/community/image-price.policy.ts'
import { imagePricesRepo } from '#server/domains/catalog/community/image-prices.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** Returns what an image costs a user per running hour, in micro (product §7, docs/decisions/043). Read-only. */
export async function getImagePrice(db: Kysely<DB>, userId: string, imageId: string): Promise<QuotedImagePrice> {
  const row = await imagePricesRepo(db).priced(userId, imageId)
  if (!row) return freeImagePrice
  return { image_price_micro: row.price_micro, image_version_id: row.version_id, title: `${row.name} ${row.version}` }
}

interface PricedImageRef {
  id: string
  priced_version_id: string | null
}

/** Like `getImagePrice`, for an image row already loaded: skips the query if the image has no price, as most do not. */
export const getCarriedImagePrice = async (
  db: Kysely<DB>,
  userId: string,
  { id, priced_version_id: pricedVersionId }: PricedImageRef,
): Promise<QuotedImagePrice> => (pricedVersionId === null ? freeImagePrice : getImagePrice(db, userId, id))

/** Refuses `quote_changed` if the image's price or version differs from the quote. */
export async function assertImageUnchanged(
  db: Kysely<DB>,
  { user_id: userId, image_id: imageId }: { user_id: string; image_id: string },
  quoted: ImagePriceShare,
): Promise<void> {
  assertSameImagePrice(await getImagePrice(db, userId, imageId), quoted)
}

export function assertSameImagePrice(price: ImagePriceShare, quoted: ImagePriceShare): void {
  if (!isSameImagePriceShare(price, quoted)) throw new Refusal('quote_changed', { message: '实例的镜像已变化，请重新确认价格' })
}

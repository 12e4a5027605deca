import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import {
  free_image,
  type ImagePrice,
  type ImageShare,
  isSameShare,
} from '#server/domains/catalog/community/image-price.policy.ts'
import { imagePricesRepo } from '#server/domains/catalog/community/image-prices.repo.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** What an image costs somebody per hour of a running instance, in micro (product §7, docs/decisions/043). Only reads. */
export async function imagePriceFor(db: Kysely<DB>, user_id: string, image_id: string): Promise<ImagePrice> {
  const row = await imagePricesRepo(db).priced(user_id, image_id)
  if (!row) return free_image
  return { image_price_micro: row.price_micro, image_version_id: row.version_id, title: `${row.name} ${row.version}` }
}

interface Carrier {
  id: string
  priced_version_id: string | null
}

/** The same for an image whose row is at hand: most carry no price, and nothing is asked. */
export const priceCarried = async (db: Kysely<DB>, user_id: string, { id, priced_version_id }: Carrier): Promise<ImagePrice> =>
  priced_version_id === null ? free_image : imagePriceFor(db, user_id, id)

/** Refuses `quote_changed` when the image is not the one whose price was quoted. */
export async function refuseIfImageChanged(
  db: Kysely<DB>,
  { user_id, image_id }: { user_id: string; image_id: string },
  quoted: ImageShare,
): Promise<void> {
  refuseAnotherPrice(await imagePriceFor(db, user_id, image_id), quoted)
}

export function refuseAnotherPrice(price: ImageShare, quoted: ImageShare): void {
  if (!isSameShare(price, quoted)) throw new Refusal('quote_changed', { message: '实例的镜像已变化，请重新确认价格' })
}

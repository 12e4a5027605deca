import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { groupThousands } from '#contract/group-thousands.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { formatMicroAsYuan, formatMicroText } from '#contract/money.ts'
import type { SaveImageForm } from '#contract/private-images.ts'
import type { DB } from '#server/db/types.ts'
import {
  type ImagePriceShare,
  isSameImagePriceShare,
  pickImagePriceShare,
} from '#server/domains/catalog/community/image-price.policy.ts'
import { getImagePrice } from '#server/domains/catalog/community/image-prices.service.ts'
import { assertSubAccountLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { createCapabilityRefusal, getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { changeOwnInstance } from '#server/domains/rentals/instances/change-own-instance.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed, getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { startInstanceTask } from '#server/domains/rentals/tasks/begin-task.ts'
import {
  createSavingImage,
  findUsableImage,
  getImageRow,
  type ImageRow,
  lockUsableImage,
  releaseImage,
  requirePrivateImageRoom,
} from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'

/** Starts saving the system disk as a private image of the owner. */
export async function startImageSave(ctx: Context, id: string, { name, version }: z.output<typeof SaveImageForm>) {
  return changeOwnInstance(ctx, id, async (tx, row, by) => {
    assertInstanceActionAllowed('save_image', row.status)
    if (!(await getHostCapabilities(tx.db, row.host_id)).saves_images) throw createCapabilityRefusal('saves_images')
    if (row.booted_generation !== row.generation) throw new Refusal('never_booted')
    await requirePrivateImageRoom(tx.db, row.user_id, name)
    const image = { kind: 'private' as const, owner_id: row.user_id, name, version, source: row }
    const imageId = await createSavingImage(tx.db, tx.now(), image)
    const move = { to: instanceStatusCodes.saving, by, title: '保存镜像', detail: `${name} ${version}` }
    await startInstanceTask(tx, row, { kind: 'save_image', image_id: imageId }, move)
    await publishChange(tx, { user_id: row.user_id, resource: 'private_images', id: imageId })
  })
}

type NewPrice = Pick<InstanceRow, 'price_micro' | 'image_price_micro' | 'image_version_id'>

/**
 * Returns the price per hour with another image, and the price of the image itself (docs/decisions/043). Pay-as-you-go changes at
 * the next boot. A package keeps its price and cannot switch to a more expensive image.
 */
async function getPriceWithImage(
  db: Kysely<DB>,
  row: InstanceRow,
  imageId: string,
): Promise<{ price: NewPrice; image: ImagePriceShare }> {
  const image = pickImagePriceShare(await getImagePrice(db, row.user_id, imageId))
  const present = { price_micro: row.price_micro, ...pickImagePriceShare(row) }
  if (row.charge_rule === 'hour')
    return { image, price: { price_micro: row.price_micro - row.image_price_micro + image.image_price_micro, ...image } }
  if (image.image_price_micro > row.image_price_micro) throw new Refusal('package_image_dearer')
  return { image, price: present }
}

/** Throws if the image is missing or does not fit the instance; the caller has looked it up for the owner. */
async function requireFittingImage(db: Kysely<DB>, row: InstanceRow, image: ImageRow | undefined): Promise<ImageRow> {
  if (!image) throw createFieldRefusal('not_found', 'image_id', '镜像不存在或已下线')
  if (image.vendor !== (await getImageRow(db, row.image_id)).vendor)
    throw createFieldRefusal('invalid', 'image_id', '该镜像不适用于这台实例的 GPU')
  if (image.host_id !== null && image.host_id !== row.host_id)
    throw createFieldRefusal('invalid', 'image_id', '该镜像只能在保存它的主机上使用，这台实例在另一台主机上')
  return image
}

/** Quotes the current price per hour, and the one with another image. */
export async function quoteImageChange(ctx: Context, id: string, imageId: string) {
  const db = ctx.deps.database.kysely
  const row = await getOwnInstance(ctx, id)
  assertInstanceActionAllowed('change_image', row.status)
  await requireFittingImage(db, row, await findUsableImage(db, row.user_id, imageId))
  const { price, image } = await getPriceWithImage(db, row, imageId)
  return {
    price_hour: formatMicroAsYuan(row.price_micro),
    new_price_hour: formatMicroAsYuan(price.price_micro),
    image_price_hour: formatMicroAsYuan(image.image_price_micro),
  }
}

/** Throws if a paid image's price was not confirmed, or if a sub-account's limits forbid it. */
async function assertPriceConfirmed(
  trx: Transaction<DB>,
  row: InstanceRow,
  { price_micro: priceMicro, ...image }: NewPrice,
  confirmed: string | undefined,
): Promise<void> {
  if (isSameImagePriceShare(image, row)) return
  const priceHour = formatMicroAsYuan(image.image_price_micro)
  if (image.image_price_micro > 0n && confirmed !== priceHour)
    throw createFieldRefusal(
      'quote_changed',
      'image_price_hour',
      `这个镜像每小时 ¥${groupThousands(priceHour)}，请确认价格后再更换`,
    )
  if (priceMicro > row.price_micro)
    await assertSubAccountLimits(trx, row.user_id, { price_micro: priceMicro, new_instance: false })
}

const formatPriceNote = (row: InstanceRow, { price_micro: priceMicro }: NewPrice): string =>
  priceMicro === row.price_micro ? '' : `，开机后每小时 ¥${formatMicroText(row.price_micro)} → ¥${formatMicroText(priceMicro)}`

/**
 * Sets the image used from the next boot on; the same image may be chosen again. The system disk is then cleared, the data disk
 * stays.
 */
export const changeInstanceImage = (ctx: Context, id: string, imageId: string, imagePriceHour?: string) =>
  changeOwnInstance(ctx, id, async (tx, row, by) => {
    assertInstanceActionAllowed('change_image', row.status)
    const image = await requireFittingImage(tx.db, row, await lockUsableImage(tx.db, row.user_id, imageId))
    const present = await getImageRow(tx.db, row.image_id)
    const { price } = await getPriceWithImage(tx.db, row, imageId)
    await assertPriceConfirmed(tx.db, row, price, imagePriceHour)
    await instancesRepo(tx.db).update(id, { image_id: imageId, generation: row.generation + 1, ...price })
    await releaseImage(tx.db, row.image_id)
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at: ctx.deps.clock.now(),
      ...by,
      kind: 'image',
      title: '更换镜像',
      detail: `${present.name} ${present.version} → ${image.name} ${image.version}，下次开机时清空系统盘${formatPriceNote(row, price)}`,
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
  })

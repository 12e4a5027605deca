import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import { status_codes } from '#contract/instance-actions.ts'
import { yuanOfMicro } from '#contract/money.ts'
import type { SaveImageForm } from '#contract/private-images.ts'
import type { DB } from '#server/db/types.ts'
import { type ImageShare, isSameShare, shareOf } from '#server/domains/catalog/community/image-price.policy.ts'
import { imagePriceFor } from '#server/domains/catalog/community/image-prices.service.ts'
import { refuseBeyondLimits } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { change } from '#server/domains/rentals/instances/change-own-instance.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { ownInstance, refuseUnlessAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { beginTask } from '#server/domains/rentals/tasks/begin-task.ts'
import {
  findUsableImage,
  getImage,
  holdUsableImage,
  type ImageRow,
  insertSaving,
  letGoOfImage,
  refuseUnlessRoom,
} from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'

/** Begins to save the system disk as a private image of the owner. */
export async function saveImage(ctx: Context, id: string, { name, version }: z.output<typeof SaveImageForm>) {
  const { deps } = ctx
  const { snapshot } = await deps.compute.capabilities()
  return change(ctx, id, async (tx, row, by) => {
    refuseUnlessAllowed('save_image', row.status)
    if (!snapshot) throw new Refusal('compute_unsupported')
    if (row.booted_generation !== row.generation) throw new Refusal('never_booted')
    await refuseUnlessRoom(tx.db, row.user_id, name)
    const image = { kind: 'private' as const, owner_id: row.user_id, name, version, source: row }
    const image_id = await insertSaving(tx.db, deps.clock.now(), image)
    const move = { to: status_codes.saving, by, title: '保存镜像', detail: `${name} ${version}` }
    await beginTask(tx, row, { kind: 'save_image', image_id }, move)
    await publishChange(tx, { user_id: row.user_id, resource: 'private_images', id: image_id })
  })
}

type NewPrice = Pick<InstanceRow, 'price_micro' | 'image_price_micro' | 'image_version_id'>

/**
 * What an instance costs per hour with another image, and what the image itself costs (docs/decisions/043). Pay-as-you-go
 * changes with the next boot. A package keeps what it was sold with, and takes none that is dearer.
 */
async function priceWithImage(
  db: Kysely<DB>,
  row: InstanceRow,
  image_id: string,
): Promise<{ price: NewPrice; image: ImageShare }> {
  const image = shareOf(await imagePriceFor(db, row.user_id, image_id))
  const present = { price_micro: row.price_micro, ...shareOf(row) }
  if (row.charge_rule === 'hour')
    return { image, price: { price_micro: row.price_micro - row.image_price_micro + image.image_price_micro, ...image } }
  if (image.image_price_micro > row.image_price_micro) throw new Refusal('package_image_dearer')
  return { image, price: present }
}

/** An image the instance can be made of instead; the caller has looked it up for its owner. */
async function refuseUnfit(db: Kysely<DB>, row: InstanceRow, image: ImageRow | undefined): Promise<ImageRow> {
  if (!image) throw refuseField('not_found', 'image_id', '镜像不存在或已下线')
  if (image.vendor !== (await getImage(db, row.image_id)).vendor)
    throw refuseField('invalid', 'image_id', '该镜像不适用于这台实例的 GPU')
  return image
}

/** What an hour costs now, and with another image. */
export async function quoteImage(ctx: Context, id: string, image_id: string) {
  const db = ctx.deps.database.kysely
  const row = await ownInstance(ctx, id)
  refuseUnlessAllowed('change_image', row.status)
  await refuseUnfit(db, row, await findUsableImage(db, row.user_id, image_id))
  const { price, image } = await priceWithImage(db, row, image_id)
  return {
    price_hour: yuanOfMicro(row.price_micro),
    new_price_hour: yuanOfMicro(price.price_micro),
    image_price_hour: yuanOfMicro(image.image_price_micro),
  }
}

/** Refuses an image that costs something, unless its price was seen; and what the master of a sub-account does not allow. */
async function refuseUnconfirmed(
  trx: Transaction<DB>,
  row: InstanceRow,
  { price_micro, ...image }: NewPrice,
  confirmed: string | undefined,
): Promise<void> {
  if (isSameShare(image, row)) return
  const price_hour = yuanOfMicro(image.image_price_micro)
  if (image.image_price_micro > 0n && confirmed !== price_hour)
    throw refuseField('quote_changed', 'image_price_hour', `这个镜像每小时 ¥${price_hour}，请确认价格后再更换`)
  if (price_micro > row.price_micro) await refuseBeyondLimits(trx, row.user_id, { price_micro, new_instance: false })
}

const priceNote = (row: InstanceRow, { price_micro }: NewPrice): string =>
  price_micro === row.price_micro ? '' : `，开机后每小时 ¥${yuanOfMicro(row.price_micro)} → ¥${yuanOfMicro(price_micro)}`

/** From the next boot on it is made of another image, or of the same anew: the system disk is cleared then, the data disk stays. */
export const changeImage = (ctx: Context, id: string, image_id: string, image_price_hour?: string) =>
  change(ctx, id, async (tx, row, by) => {
    refuseUnlessAllowed('change_image', row.status)
    const image = await refuseUnfit(tx.db, row, await holdUsableImage(tx.db, row.user_id, image_id))
    const present = await getImage(tx.db, row.image_id)
    const { price } = await priceWithImage(tx.db, row, image_id)
    await refuseUnconfirmed(tx.db, row, price, image_price_hour)
    await instancesRepo(tx.db).update(id, { image_id, generation: row.generation + 1, ...price })
    await letGoOfImage(tx.db, row.image_id)
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at: ctx.deps.clock.now(),
      ...by,
      kind: 'image',
      title: '更换镜像',
      detail: `${present.name} ${present.version} → ${image.name} ${image.version}，下次开机时清空系统盘${priceNote(row, price)}`,
    })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
  })

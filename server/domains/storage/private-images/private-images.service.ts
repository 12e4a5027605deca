import type { Kysely, Transaction } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { alarmAdministrators } from '#server/domains/accounts/users/administrator-alarms.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import {
  type ImageRow,
  type PrivateImageView,
  privateImagesRepo,
  type ShareableImage,
} from '#server/domains/storage/private-images/private-images.repo.ts'
import { revokeAllImageShares } from '#server/domains/storage/private-images/shares.service.ts'
import type { Context } from '#server/http/context.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { ImageNotFound } from '#server/ports/driver-errors.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

export type { ImageRow }

export const listPrivateImages = (
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof privateImagesRepo>['list']>[1],
) => privateImagesRepo(deps.database.kysely).list(caller.user_id, query)

export async function getPrivateImage({ deps, caller }: Context, id: string): Promise<PrivateImageView> {
  const view = await privateImagesRepo(deps.database.kysely).find(caller.user_id, id)
  if (!view) throw new Refusal('not_found')
  return view
}

/** Returns an image a user may create an instance from: on offer, or their own. */
export const findUsableImage = (db: Kysely<DB>, userId: string, id: string) => privateImagesRepo(db).findUsable(userId, id)

/** Like `findUsableImage`, but locks the image against removal until the transaction ends. */
export const lockUsableImage = (trx: Transaction<DB>, userId: string, id: string) => privateImagesRepo(trx).holdUsable(userId, id)

/** Returns any image by id, in any state. */
export const getImageRow = (db: Kysely<DB>, id: string): Promise<ImageRow> => privateImagesRepo(db).get(id)

interface NewImage {
  kind: 'private' | 'clone'
  owner_id: string
  name: string
  version: string
  source: { id: string; nick_name: string; image_id: string }
}

/** Creates the row of an image about to be saved. The engine reference derives from the id, so one intent makes one image. */
export async function createSavingImage(trx: Transaction<DB>, now: Date, { source, ...image }: NewImage): Promise<string> {
  const base = await privateImagesRepo(trx).get(source.image_id)
  const id = newId('image')
  await privateImagesRepo(trx).insert({
    ...image,
    id,
    framework: base.framework,
    python: base.python,
    runtime: base.runtime,
    vendor: base.vendor,
    size_gb: 0,
    // A saved image inherits the price of the image its instance uses (docs/decisions/043).
    priced_version_id: base.priced_version_id,
    reference: `zhisuan/saved:${id}`,
    sort: 0,
    state: 'saving',
    source_instance_id: source.id,
    source_instance_name: source.nick_name,
    created_at: now,
  })
  return id
}

/** Refuses a name the owner already uses, and more images than an account may have. */
export async function requirePrivateImageRoom(trx: Transaction<DB>, userId: string, name: string): Promise<void> {
  const repo = privateImagesRepo(trx)
  await repo.lockOwner(userId)
  if ((await repo.count(userId)) >= limits.privateImagesMax) throw new Refusal('private_image_limit')
  if (await repo.hasName(userId, name)) throw createFieldRefusal('image_name_taken', 'name')
}

/** `hostId`: the only host that has the image; null if every host can have it. */
export async function markImageSaved(trx: Transaction<DB>, id: string, sizeMb: number, hostId: string | null): Promise<void> {
  await privateImagesRepo(trx).setState(id, 'ready', sizeMb / 1024)
  await privateImagesRepo(trx).setHost(id, hostId)
}

export async function markImageFailed(trx: Transaction<DB>, id: string): Promise<void> {
  await privateImagesRepo(trx).setState(id, 'failed')
}

/** Called when an instance releases its image; removes an image that was copied for this instance only. */
export async function releaseImage(trx: Transaction<DB>, id: string): Promise<void> {
  await privateImagesRepo(trx).removeUnusedClone(id)
}

const publishImageChange = (tx: Tx, userId: string, id: string) =>
  publishChange(tx, { user_id: userId, resource: 'private_images', id })

export function renamePrivateImage({ caller, transaction }: Context, id: string, name: string): Promise<PrivateImageView> {
  return transaction(async (tx) => {
    const repo = privateImagesRepo(tx.db)
    await repo.lockOwner(caller.user_id)
    const row = await repo.lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    if (row.name !== name && (await repo.hasName(caller.user_id, name))) throw createFieldRefusal('image_name_taken', 'name')
    await repo.rename(id, name)
    await publishImageChange(tx, caller.user_id, id)
    return (await repo.find(caller.user_id, id))!
  })
}

/**
 * Deletes an image; refuses while one of the owner's instances needs it to boot. `removeEngineImages` deletes the engine's copy
 * once no shared user's instance needs it either.
 */
export function deletePrivateImage({ caller, transaction }: Context, id: string): Promise<void> {
  return transaction(async (tx) => {
    const repo = privateImagesRepo(tx.db)
    const row = await repo.lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    if (row.state === 'saving') throw new Refusal('image_not_ready')
    if (await repo.isUsedBy(caller.user_id, id)) throw new Refusal('image_in_use')
    await repo.setState(id, 'removing')
    await revokeAllImageShares(tx, row)
    await publishImageChange(tx, caller.user_id, id)
  })
}

/** Locks the caller's own ready image until the transaction ends, to create something from it. */
export const lockOwnImage = (trx: Transaction<DB>, userId: string, id: string) => privateImagesRepo(trx).holdOwnReady(userId, id)

/** Whether the engine stores an image for this row alone; demo rows only reference an image of the catalogue. */
export const hasOwnEngineImage = ({ id, reference }: Pick<ImageRow, 'id' | 'reference'>): boolean => reference.endsWith(`:${id}`)

/** Creates the row of an image about to be copied from another; it gets its own engine reference and lifecycle. */
export async function createImageCopy(
  trx: Transaction<DB>,
  now: Date,
  { source, ...image }: { source: ImageRow; owner_id: string; name: string; version: string },
): Promise<string> {
  const id = newId('image')
  const { framework, python, runtime, vendor } = source
  await privateImagesRepo(trx).insert({
    ...image,
    id,
    kind: 'community',
    framework,
    python,
    runtime,
    vendor,
    size_gb: 0,
    reference: hasOwnEngineImage(source) ? `zhisuan/community:${id}` : source.reference,
    host_id: source.host_id,
    sort: 0,
    on_offer: false,
    state: 'saving',
    created_at: now,
  })
  return id
}

export const markImageCopied = (trx: Transaction<DB>, id: string, sizeGb: number) =>
  privateImagesRepo(trx).setState(id, 'ready', sizeGb)

/** Marks a copy for removal; living instances keep it on the engine. */
export const markImageForRemoval = (trx: Transaction<DB>, id: string) => privateImagesRepo(trx).setState(id, 'removing')
export const renameImageCopies = (trx: Transaction<DB>, ids: readonly string[], name: string) =>
  privateImagesRepo(trx).renameAll(ids, name)

/**
 * Gives every host what was saved on one before its engine had a registry; retries failures. What that host has lost is said once,
 * to its owner and to the administrators, and cannot be used until the host has it again.
 */
export async function shareBoundImages(deps: Deps): Promise<void> {
  const repo = privateImagesRepo(deps.database.kysely)
  await forEachIsolated(await repo.shareable(), deps, 'sharing an image', async (image) => {
    const { id, reference, state, host_id: host } = image
    try {
      await deps.compute.shareImage(host, reference)
    } catch (error) {
      if (!(error instanceof ImageNotFound)) throw error
      if (state === 'ready') await inTransaction(deps, (tx) => loseImage(tx, image))
      return
    }
    if (state === 'lost') await inTransaction(deps, (tx) => changeState(tx, image, 'lost', 'ready'))
    await repo.setHost(id, null)
  })
}

async function loseImage(tx: Tx, image: ShareableImage): Promise<void> {
  if (!(await changeState(tx, image, 'ready', 'lost'))) return
  const { id, name, kind, reference, host_id: host, owner_id: ownerId } = image
  tx.afterCommit(() => tx.deps.log.error({ image: id, reference, host }, 'the only host that had an image has lost it'))
  if (ownerId !== null && kind === 'private')
    await notifyUser(tx, {
      user_id: ownerId,
      class: 'system',
      title: `镜像「${name}」在主机上已丢失`,
      content:
        '它只存在一台主机上，那台主机报告找不到它，所以不能再用它创建实例。用它创建的实例不受影响；主机找回它以后会自动恢复。',
      link: '/console/image/private-image',
    })
  await alarmAdministrators(tx, [
    {
      key: `lost-image:${host}`,
      title: `主机 ${host} 丢失了保存的镜像`,
      content: `引擎上没有 ${reference}，它没有别的副本。同一台主机每天只通知一次，全部镜像见服务日志；镜像恢复到这台主机的引擎以后会自动可用。`,
      link: `/operator/hosts/${host}`,
    },
  ])
}

/** Returns whether the image was in the first state. */
async function changeState(
  tx: Tx,
  { id, owner_id: ownerId }: ShareableImage,
  from: 'ready' | 'lost',
  to: 'ready' | 'lost',
): Promise<boolean> {
  const isChanged = await privateImagesRepo(tx.db).moveState(id, from, to)
  if (isChanged && ownerId !== null) await publishImageChange(tx, ownerId, id)
  return isChanged
}

/** Deletes removed images from the engine; retries failures. */
export async function removeEngineImages(deps: Deps): Promise<void> {
  const repo = privateImagesRepo(deps.database.kysely)
  await forEachIsolated(await repo.removing(), deps, 'removing an image', async (image) => {
    if (hasOwnEngineImage(image)) await deps.compute.removeImage(image.reference)
    await repo.setState(image.id, 'removed')
  })
}

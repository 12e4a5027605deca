import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import type { ImageShare, SharedImage } from '#contract/private-images.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { privateImagesRepo } from '#server/domains/storage/private-images/private-images.repo.ts'
import { type ImageShareRow, imageSharesRepo, type SharedImageRow } from '#server/domains/storage/private-images/shares.repo.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const link = '/console/image/private-image'

const presentShare = ({ user_id: _, shared_at: sharedAt, ...row }: ImageShareRow): z.input<typeof ImageShare> => ({
  ...row,
  shared_at: sharedAt.toISOString(),
})

const presentShared = ({ nickname, vendor, shared_at: sharedAt, ...row }: SharedImageRow): z.input<typeof SharedImage> => ({
  ...row,
  vendor: vendor as SharedImage['vendor'],
  owner: { nickname },
  shared_at: sharedAt.toISOString(),
})

export async function listSharedImages(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof imageSharesRepo>['sharedWith']>[1],
) {
  const { items, total } = await imageSharesRepo(deps.database.kysely).sharedWith(caller.user_id, query)
  return { items: items.map(presentShared), total }
}

export async function listImageShares({ deps, caller }: Context, imageId: string) {
  if (!(await privateImagesRepo(deps.database.kysely).find(caller.user_id, imageId))) throw new Refusal('not_found')
  return (await imageSharesRepo(deps.database.kysely).of(imageId)).map(presentShare)
}

/** Shares one of the owner's images with another account; only ready images can be shared. */
export const shareImage = ({ deps, caller, transaction }: Context, id: string, uuid: string) =>
  transaction(async (tx) => {
    const image = await privateImagesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!image) throw new Refusal('not_found')
    if (image.state !== 'ready') throw new Refusal('image_not_ready')
    const repo = imageSharesRepo(tx.db)
    const account = await repo.accountBy(uuid)
    if (!account) throw createFieldRefusal('share_target_unknown', 'uuid')
    if (account.id === caller.user_id) throw createFieldRefusal('share_target_own', 'uuid')
    const known = await repo.of(id)
    if (known.some(({ user_id: userId }) => userId === account.id)) throw createFieldRefusal('image_share_taken', 'uuid')
    if (known.length >= limits.imageSharesMax) throw new Refusal('image_share_limit')
    await repo.insert({ id: newId('share'), image_id: id, user_id: account.id, shared_at: deps.clock.now() })
    const { nickname } = (await repo.nameOf(caller.user_id))!
    await notifyUser(tx, {
      user_id: account.id,
      class: 'system',
      title: `${nickname} 共享了镜像「${image.name}」给你`,
      content: '可以用它创建实例或更换镜像。对方收回共享后，已在用的实例不受影响。',
      link: `${link}?tab=shared`,
    })
    await publishShareChange(tx, [caller.user_id, account.id], id)
    return presentShare((await repo.of(id)).find(({ user_id: userId }) => userId === account.id)!)
  })

export const revokeImageShare = ({ caller, transaction }: Context, shareId: string): Promise<void> =>
  transaction(async (tx) => {
    const repo = imageSharesRepo(tx.db)
    const share = await repo.findOwn(caller.user_id, shareId)
    const image = share && (await privateImagesRepo(tx.db).lockOwn(caller.user_id, share.image_id))
    if (!image || !(await repo.remove(shareId))) throw new Refusal('not_found')
    await notifyRevoked(tx, [share.user_id], image.name)
    await publishShareChange(tx, [caller.user_id, share.user_id], image.id)
  })

/** Revokes all shares of an image that its owner removes. */
export async function revokeAllImageShares(tx: Tx, image: { id: string; name: string }): Promise<void> {
  const people = await imageSharesRepo(tx.db).removeAll(image.id)
  await notifyRevoked(tx, people, image.name)
  await publishShareChange(tx, people, image.id)
}

async function notifyRevoked(tx: Tx, people: readonly string[], name: string): Promise<void> {
  for (const userId of people) {
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: `镜像「${name}」不再共享给你`,
      content: '不能再用它创建实例或更换镜像；正在使用它的实例照常运行和开机，数据没有变化。',
      link: `${link}?tab=shared`,
    })
  }
}

async function publishShareChange(tx: Tx, people: readonly string[], id: string): Promise<void> {
  for (const userId of people) await publishChange(tx, { user_id: userId, resource: 'private_images', id })
}

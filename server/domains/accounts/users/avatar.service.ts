import type { UserInfo } from '#contract/users.ts'
import {
  findPicture,
  type ReencodedPicture,
  reencodePicture,
  removePictures,
  storePicture,
} from '#server/domains/accounts/pictures/pictures.service.ts'
import { usersRepo } from '#server/domains/accounts/users/users.repo.ts'
import { loadOwnUser } from '#server/domains/accounts/users/users.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** An id always names the same picture, so browsers may cache it. */
const cacheS = 30 * 86_400

/** Sets or removes the picture and deletes the previous one. */
const setAvatar = (ctx: Context, file: ReencodedPicture | null): Promise<UserInfo> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const { user_id: userId } = caller
    const repo = usersRepo(tx.db)
    const before = await repo.lockAvatar(userId)
    const at = deps.clock.now()
    const avatarId = file && (await storePicture(tx.db, deps, { user_id: userId, purpose: 'avatar', file, at }))
    await repo.setAvatar(userId, avatarId)
    await removePictures(tx.db, before ? [before] : [])
    await publishChange(tx, { user_id: userId, resource: 'user', id: userId })
    return loadOwnUser(tx.db, ctx, userId)
  })

export const uploadAvatar = async (ctx: Context): Promise<UserInfo> => setAvatar(ctx, await reencodePicture(ctx.file, 'avatar'))

export const deleteAvatar = (ctx: Context): Promise<UserInfo> => setAvatar(ctx, null)

/** Returns an avatar to anybody who knows its id; pictures of other purposes are not found. */
export async function getAvatar({ deps }: Context, id: string): Promise<Download> {
  const picture = await findPicture(deps.database.kysely, deps, id)
  if (picture?.purpose !== 'avatar') throw new Refusal('not_found')
  return { body: picture.bytes, type: picture.type, cache_s: cacheS }
}

import type { UserInfo } from '#contract/users.ts'
import {
  type DrawnPicture,
  drawPicture,
  findPicture,
  removePictures,
  storePicture,
} from '#server/domains/accounts/pictures/pictures.service.ts'
import { usersRepo } from '#server/domains/accounts/users/users.repo.ts'
import { getOwn } from '#server/domains/accounts/users/users.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { Refusal } from '#server/lib/refusal.ts'

/** An id names one picture for ever, so a browser may keep it. */
const cache_s = 30 * 86_400

/** Sets or takes away the picture; the one before it is deleted. */
const setAvatar = (ctx: Context, file: DrawnPicture | null): Promise<UserInfo> =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const { user_id } = caller
    const repo = usersRepo(tx.db)
    const before = await repo.lockAvatar(user_id)
    const at = deps.clock.now()
    const avatar_id = file && (await storePicture(tx.db, deps, { user_id, purpose: 'avatar', file, at }))
    await repo.setAvatar(user_id, avatar_id)
    await removePictures(tx.db, before ? [before] : [])
    await publishChange(tx, { user_id, resource: 'user', id: user_id })
    return getOwn(tx.db, ctx, user_id)
  })

export const uploadAvatar = async (ctx: Context): Promise<UserInfo> => setAvatar(ctx, await drawPicture(ctx.file, 'avatar'))

export const removeAvatar = (ctx: Context): Promise<UserInfo> => setAvatar(ctx, null)

/** Whoever knows the id may see it; a picture of any other purpose is none. */
export async function getAvatar({ deps }: Context, id: string): Promise<Download> {
  const picture = await findPicture(deps.database.kysely, deps, id)
  if (picture?.purpose !== 'avatar') throw new Refusal('not_found')
  return { body: picture.bytes, type: picture.type, cache_s }
}

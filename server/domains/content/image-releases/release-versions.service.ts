import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type ImageReleaseState, type ImageResubmitForm, imageReleaseActions } from '#contract/image-releases.ts'
import type { DB } from '#server/db/types.ts'
import { isOfflineByPlatform } from '#server/domains/content/image-releases/image-releases.presenter.ts'
import { imageReleasesRepo } from '#server/domains/content/image-releases/image-releases.repo.ts'
import {
  loadImageRelease,
  lockReleaseSource,
  parseReleasePrice,
  publishReleaseChange,
  wakeReleaseCopying,
} from '#server/domains/content/image-releases/image-releases.service.ts'
import {
  createImageCopy,
  getImageRow,
  markImageForRemoval,
} from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type OwnVersion = NonNullable<Awaited<ReturnType<ReturnType<typeof imageReleasesRepo>['lockOwnVersion']>>>

/** Locks the caller's own version; refuses if its state does not allow the action. */
async function lockVersionForAction(
  trx: Transaction<DB>,
  { caller }: Context,
  id: string,
  action: keyof typeof imageReleaseActions,
): Promise<OwnVersion> {
  const row = await imageReleasesRepo(trx).lockOwnVersion(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  const states: readonly ImageReleaseState[] = imageReleaseActions[action]
  if (!states.includes(row.state as ImageReleaseState)) throw new Refusal('release_state')
  return row
}

const changeVersionState = (
  ctx: Context,
  id: string,
  action: 'withdraw' | 'offline' | 'online',
  work: (trx: Transaction<DB>, row: OwnVersion) => Promise<unknown>,
) =>
  ctx.transaction(async (tx) => {
    const row = await lockVersionForAction(tx.db, ctx, id, action)
    await work(tx.db, row)
    return publishAndLoad(tx, ctx, row.community_image_id)
  })

async function publishAndLoad(tx: Tx, ctx: Context, entryId: string) {
  await publishReleaseChange(tx, ctx.caller.user_id, entryId)
  return loadImageRelease(tx.db, ctx, entryId)
}

/** Withdraws a version before the review is decided. */
export const withdrawReleaseVersion = (ctx: Context, id: string) =>
  changeVersionState(ctx, id, 'withdraw', (trx) => imageReleasesRepo(trx).updateVersion(id, { state: 'withdrawn' }))

/** Takes the caller's version offline: no new instances can use it, running ones continue (product §7). */
export const takeOwnVersionOffline = (ctx: Context, id: string) =>
  changeVersionState(ctx, id, 'offline', (trx) =>
    imageReleasesRepo(trx).updateVersion(id, { state: 'offline', state_reason: null }),
  )

/** Puts a reviewed version back online if its author took it offline; refuses if the platform did. */
export const putOwnVersionOnline = (ctx: Context, id: string) =>
  changeVersionState(ctx, id, 'online', async (trx, row) => {
    if (isOfflineByPlatform(row)) throw new Refusal('release_state', { message: '这个版本由平台下线，不能自行恢复，请联系客服' })
    await imageReleasesRepo(trx).updateVersion(id, { state: 'published' })
  })

/** Resubmits a version that was never published, with new text, price or content. */
export const resubmitReleaseVersion = (ctx: Context, id: string, form: z.output<typeof ImageResubmitForm>) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const repo = imageReleasesRepo(tx.db)
    const author = await repo.lockAuthor(caller.user_id)
    const row = await lockVersionForAction(tx.db, ctx, id, 'submit')
    const { licence, readme } = form
    const priceHourMicro = parseReleasePrice(author, form.price_hour)
    const words = { licence, readme, price_hour_micro: priceHourMicro, state_reason: null, reviewed_by: null, submitted_at: now }
    const { state } = await getImageRow(tx.db, row.image_id)
    if (form.private_image_id === undefined && state === 'ready') {
      await repo.updateVersion(id, { ...words, state: 'pending' })
    } else {
      const sourceId = form.private_image_id ?? row.source_image_id
      if (sourceId === null) throw createFieldRefusal('release_source_gone', 'private_image_id')
      const source = await lockReleaseSource(tx.db, caller.user_id, sourceId)
      const copy = { source, owner_id: caller.user_id, name: row.name, version: row.version }
      const imageId = await createImageCopy(tx.db, now, copy)
      const prepared = { image_id: imageId, source_image_id: source.id, prepare_lease_until: null }
      await repo.updateVersion(id, { ...words, ...prepared, state: 'preparing' })
      await markImageForRemoval(tx.db, row.image_id)
      wakeReleaseCopying(tx)
    }
    return publishAndLoad(tx, ctx, row.community_image_id)
  })

/** Deletes a never-published version: its text at once, its image once no instance of a reviewer depends on it. */
export const deleteReleaseVersion = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await lockVersionForAction(tx.db, ctx, id, 'remove')
    if (row.published_at !== null) throw new Refusal('release_state')
    await imageReleasesRepo(tx.db).updateVersion(id, { state: 'removed', licence: '', readme: '', state_reason: null })
    await markImageForRemoval(tx.db, row.image_id)
    await publishReleaseChange(tx, ctx.caller.user_id, row.community_image_id)
  })

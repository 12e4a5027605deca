import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { type ImageReleaseState, image_release_actions, type ReleaseAgainForm } from '#contract/image-releases.ts'
import type { DB } from '#server/db/types.ts'
import { isByPlatform } from '#server/domains/content/image-releases/image-releases.presenter.ts'
import { imageReleasesRepo } from '#server/domains/content/image-releases/image-releases.repo.ts'
import {
  holdSource,
  priceFor,
  publishRelease,
  showRelease,
  wakeCopying,
} from '#server/domains/content/image-releases/image-releases.service.ts'
import { dropCopy, getImage, insertCopy } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type OwnVersion = NonNullable<Awaited<ReturnType<ReturnType<typeof imageReleasesRepo>['lockOwnVersion']>>>

/** An own version, held, in a state that allows the action. */
async function lockFor(
  trx: Transaction<DB>,
  { caller }: Context,
  id: string,
  action: keyof typeof image_release_actions,
): Promise<OwnVersion> {
  const row = await imageReleasesRepo(trx).lockOwnVersion(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  const states: readonly ImageReleaseState[] = image_release_actions[action]
  if (!states.includes(row.state as ImageReleaseState)) throw new Refusal('release_state')
  return row
}

const move = (
  ctx: Context,
  id: string,
  action: 'withdraw' | 'offline' | 'online',
  work: (trx: Transaction<DB>, row: OwnVersion) => Promise<unknown>,
) =>
  ctx.transaction(async (tx) => {
    const row = await lockFor(tx.db, ctx, id, action)
    await work(tx.db, row)
    return done(tx, ctx, row.community_image_id)
  })

async function done(tx: Tx, ctx: Context, entry_id: string) {
  await publishRelease(tx, ctx.caller.user_id, entry_id)
  return showRelease(tx.db, ctx, entry_id)
}

/** Back to the author before anybody has decided. */
export const withdrawVersion = (ctx: Context, id: string) =>
  move(ctx, id, 'withdraw', (trx) => imageReleasesRepo(trx).updateVersion(id, { state: 'withdrawn' }))

/** Nothing new is made of it; what runs goes on (product §7). */
export const takeVersionOffline = (ctx: Context, id: string) =>
  move(ctx, id, 'offline', (trx) => imageReleasesRepo(trx).updateVersion(id, { state: 'offline', state_reason: null }))

/** What its author took off may be put back as it was reviewed; what the platform took off may not. */
export const putVersionBack = (ctx: Context, id: string) =>
  move(ctx, id, 'online', async (trx, row) => {
    if (isByPlatform(row)) throw new Refusal('release_state', { message: '这个版本由平台下线，不能自行恢复，请联系客服' })
    await imageReleasesRepo(trx).updateVersion(id, { state: 'published' })
  })

/** Submits once more what nobody could see yet, with other words, another price or other content. */
export const submitAgain = (ctx: Context, id: string, form: z.output<typeof ReleaseAgainForm>) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const now = deps.clock.now()
    const repo = imageReleasesRepo(tx.db)
    const author = await repo.lockAuthor(caller.user_id)
    const row = await lockFor(tx.db, ctx, id, 'submit')
    const { licence, readme } = form
    const price_hour_micro = priceFor(author, form.price_hour)
    const words = { licence, readme, price_hour_micro, state_reason: null, reviewed_by: null, submitted_at: now }
    const { state } = await getImage(tx.db, row.image_id)
    if (form.private_image_id === undefined && state === 'ready') {
      await repo.updateVersion(id, { ...words, state: 'pending' })
    } else {
      const source_id = form.private_image_id ?? row.source_image_id
      if (source_id === null) throw refuseField('release_source_gone', 'private_image_id')
      const source = await holdSource(tx.db, caller.user_id, source_id)
      const copy = { source, owner_id: caller.user_id, name: row.name, version: row.version }
      const image_id = await insertCopy(tx.db, now, copy)
      const prepared = { image_id, source_image_id: source.id, prepare_lease_until: null }
      await repo.updateVersion(id, { ...words, ...prepared, state: 'preparing' })
      await dropCopy(tx.db, row.image_id)
      wakeCopying(tx)
    }
    return done(tx, ctx, row.community_image_id)
  })

/** What was never published goes: its words at once, its image when nothing a reviewer tried lives of it. */
export const removeVersion = (ctx: Context, id: string): Promise<void> =>
  ctx.transaction(async (tx) => {
    const row = await lockFor(tx.db, ctx, id, 'remove')
    if (row.published_at !== null) throw new Refusal('release_state')
    await imageReleasesRepo(tx.db).updateVersion(id, { state: 'removed', licence: '', readme: '', state_reason: null })
    await dropCopy(tx.db, row.image_id)
    await publishRelease(tx, ctx.caller.user_id, row.community_image_id)
  })

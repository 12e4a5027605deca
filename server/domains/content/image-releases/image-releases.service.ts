import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { ImageReleaseForm, ImageReleaseVersionForm } from '#contract/image-releases.ts'
import { limits } from '#contract/limits.ts'
import { parseYuanToMicro } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { presentImageRelease } from '#server/domains/content/image-releases/image-releases.presenter.ts'
import { imageReleasesRepo } from '#server/domains/content/image-releases/image-releases.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import {
  createImageCopy,
  type ImageRow,
  lockOwnImage,
  renameImageCopies,
} from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { notifyAfterCommit, type Tx } from '#server/tx.ts'

/** Channel that signals an image to copy. */
export const imageReleasesChannel = 'zhisuan_image_releases'

type ReleaseDescription = Pick<z.output<typeof ImageReleaseForm>, 'name' | 'summary' | 'tags'>

export async function listImageReleases(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof imageReleasesRepo>['list']>[1],
) {
  const repo = imageReleasesRepo(deps.database.kysely)
  const { items, total } = await repo.list(caller.user_id, query)
  const versions = items.length ? await repo.versionsOf(items.map(({ id }) => id)) : []
  return { items: items.map((item) => presentImageRelease(item, versions)), total }
}

/** Loads the whole entry, the response of every call on it. */
export async function loadImageRelease(db: Kysely<DB>, { caller }: Context, id: string) {
  const entry = await imageReleasesRepo(db).find(caller.user_id, id)
  if (!entry) throw new Refusal('not_found')
  return presentImageRelease(entry, await imageReleasesRepo(db).versionsOf([id]))
}

export const getImageRelease = (ctx: Context, id: string) => loadImageRelease(ctx.deps.database.kysely, ctx, id)

/** Publishes a change of the user's own entry to whoever views it. */
export const publishReleaseChange = (tx: Tx, userId: string, id: string) =>
  publishChange(tx, { user_id: userId, resource: 'image_releases', id })

/** Wakes the copy job after commit instead of waiting for its next round. */
export const wakeReleaseCopying = (tx: Tx) => notifyAfterCommit(tx, imageReleasesChannel, '')

/** Parses the price into micro-yuan. Only creators may set a price above 0 (product §7). */
export function parseReleasePrice({ is_creator: isCreator }: { is_creator: boolean }, priceHour: string): bigint {
  const micro = parseYuanToMicro(priceHour)
  if (micro > 0n && !isCreator) throw createFieldRefusal('creator_required', 'price_hour')
  return micro
}

/** Locks the user's own private image to publish; refuses images made from another author's priced image. */
export async function lockReleaseSource(trx: Transaction<DB>, userId: string, id: string): Promise<ImageRow> {
  const source = await lockOwnImage(trx, userId, id)
  if (!source) throw createFieldRefusal('release_source_gone', 'private_image_id')
  if (await imageReleasesRepo(trx).isOthersPriced(userId, source.id))
    throw createFieldRefusal('release_of_priced', 'private_image_id')
  return source
}

async function insertVersion(
  tx: Tx,
  ctx: Context,
  entry: { id: string; name: string; is_creator: boolean },
  form: z.output<typeof ImageReleaseVersionForm>,
): Promise<void> {
  const { deps, caller } = ctx
  const now = deps.clock.now()
  const { licence, readme, version } = form
  const priceHourMicro = parseReleasePrice(entry, form.price_hour)
  const source = await lockReleaseSource(tx.db, caller.user_id, form.private_image_id)
  const imageId = await createImageCopy(tx.db, now, { source, owner_id: caller.user_id, name: entry.name, version })
  await imageReleasesRepo(tx.db).insertVersion({
    id: newId('version'),
    community_image_id: entry.id,
    version,
    image_id: imageId,
    licence,
    readme,
    price_hour_micro: priceHourMicro,
    source_image_id: source.id,
    state: 'preparing',
    submitted_at: now,
  })
  wakeReleaseCopying(tx)
  await publishReleaseChange(tx, caller.user_id, entry.id)
}

/** Creates an entry with its first version. A job copies the content; after that it can be reviewed. */
export const createImageRelease = (ctx: Context, form: z.output<typeof ImageReleaseForm>) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = imageReleasesRepo(tx.db)
    const { is_creator: isCreator } = await repo.lockAuthor(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.imageReleasesMax) throw new Refusal('image_release_limit')
    const { name, summary, tags } = form
    const id = newId('community')
    await repo.insertEntry({ id, author_id: caller.user_id, name, summary, created_at: deps.clock.now() })
    await repo.setTags(id, tags)
    await insertVersion(tx, ctx, { id, name, is_creator: isCreator }, form)
    return loadImageRelease(tx.db, ctx, id)
  })

export const addReleaseVersion = (ctx: Context, id: string, form: z.output<typeof ImageReleaseVersionForm>) =>
  ctx.transaction(async (tx) => {
    const repo = imageReleasesRepo(tx.db)
    const { is_creator: isCreator } = await repo.lockAuthor(ctx.caller.user_id)
    const entry = await repo.lockOwn(ctx.caller.user_id, id)
    if (!entry) throw new Refusal('not_found')
    const known = await repo.versionsOf([id])
    if (known.length >= limits.imageVersionsMax) throw new Refusal('image_release_limit')
    if (known.some(({ version }) => version === form.version)) throw createFieldRefusal('release_version_taken', 'version')
    await insertVersion(tx, ctx, { ...entry, is_creator: isCreator }, form)
    return loadImageRelease(tx.db, ctx, id)
  })

/** Updates an entry. The name of a published entry is fixed because users know it by that; description and tags may change. */
export const updateImageRelease = (ctx: Context, id: string, { name, summary, tags }: ReleaseDescription) =>
  ctx.transaction(async (tx) => {
    const { caller } = ctx
    const repo = imageReleasesRepo(tx.db)
    const entry = await repo.lockOwn(caller.user_id, id)
    if (!entry) throw new Refusal('not_found')
    if (name !== entry.name) {
      // Lock the versions so that none is approved during the rename.
      const versions = await repo.versionsOf([id])
      for (const version of versions) await repo.lockVersion(version.id)
      if (await repo.isPublished(id)) throw createFieldRefusal('release_name_fixed', 'name')
      await renameImageCopies(
        tx.db,
        versions.map(({ image_id: imageId }) => imageId),
        name,
      )
    }
    await repo.updateEntry(id, { name, summary })
    await repo.setTags(id, tags)
    await publishReleaseChange(tx, caller.user_id, id)
    return loadImageRelease(tx.db, ctx, id)
  })

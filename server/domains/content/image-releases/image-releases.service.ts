import type { Kysely, Transaction } from 'kysely'
import type { z } from 'zod'
import type { ReleaseForm, ReleaseVersionForm } from '#contract/image-releases.ts'
import { limits } from '#contract/limits.ts'
import { microOfYuan } from '#contract/money.ts'
import type { DB } from '#server/db/types.ts'
import { presentEntry } from '#server/domains/content/image-releases/image-releases.presenter.ts'
import { imageReleasesRepo } from '#server/domains/content/image-releases/image-releases.repo.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import {
  holdOwnImage,
  type ImageRow,
  insertCopy,
  nameCopies,
} from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/** Says that there is an image to copy. */
export const image_releases_channel = 'zhisuan_image_releases'

type Facts = Pick<z.output<typeof ReleaseForm>, 'name' | 'summary' | 'tags'>

export async function listReleases(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof imageReleasesRepo>['list']>[1],
) {
  const repo = imageReleasesRepo(deps.database.kysely)
  const { items, total } = await repo.list(caller.user_id, query)
  const versions = items.length ? await repo.versionsOf(items.map(({ id }) => id)) : []
  return { items: items.map((item) => presentEntry(item, versions)), total }
}

/** The whole entry, as every call on it answers. */
export async function showRelease(db: Kysely<DB>, { caller }: Context, id: string) {
  const entry = await imageReleasesRepo(db).find(caller.user_id, id)
  if (!entry) throw new Refusal('not_found')
  return presentEntry(entry, await imageReleasesRepo(db).versionsOf([id]))
}

export const getRelease = (ctx: Context, id: string) => showRelease(ctx.deps.database.kysely, ctx, id)

/** An own entry changed, for whoever looks at it. */
export const publishRelease = (tx: Tx, user_id: string, id: string) =>
  publishChange(tx, { user_id, resource: 'image_releases', id })

/** Has the copying begin at once, not at its next round. */
export const wakeCopying = (tx: Tx) =>
  tx.afterCommit(() => tx.deps.database.notify(image_releases_channel, ''), image_releases_channel)

/** In micro-yuan. Only creators ask money for their work (product §7). */
export function priceFor({ is_creator }: { is_creator: boolean }, price_hour: string): bigint {
  const micro = microOfYuan(price_hour)
  if (micro > 0n && !is_creator) throw refuseField('creator_required', 'price_hour')
  return micro
}

/** The own private image whose content is to be published; what was made of others' priced images is not theirs to publish. */
export async function holdSource(trx: Transaction<DB>, user_id: string, id: string): Promise<ImageRow> {
  const source = await holdOwnImage(trx, user_id, id)
  if (!source) throw refuseField('release_source_gone', 'private_image_id')
  if (await imageReleasesRepo(trx).isOthersPriced(user_id, source.id)) throw refuseField('release_of_priced', 'private_image_id')
  return source
}

async function insertVersion(
  tx: Tx,
  ctx: Context,
  entry: { id: string; name: string; is_creator: boolean },
  form: z.output<typeof ReleaseVersionForm>,
): Promise<void> {
  const { deps, caller } = ctx
  const now = deps.clock.now()
  const { licence, readme, version } = form
  const price_hour_micro = priceFor(entry, form.price_hour)
  const source = await holdSource(tx.db, caller.user_id, form.private_image_id)
  const image_id = await insertCopy(tx.db, now, { source, owner_id: caller.user_id, name: entry.name, version })
  await imageReleasesRepo(tx.db).insertVersion({
    id: newId('version'),
    community_image_id: entry.id,
    version,
    image_id,
    licence,
    readme,
    price_hour_micro,
    source_image_id: source.id,
    state: 'preparing',
    submitted_at: now,
  })
  wakeCopying(tx)
  await publishRelease(tx, caller.user_id, entry.id)
}

/** A new entry with its first version; the content is copied by a job, then it can be reviewed. */
export const createRelease = (ctx: Context, form: z.output<typeof ReleaseForm>) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = imageReleasesRepo(tx.db)
    const { is_creator } = await repo.lockAuthor(caller.user_id)
    if ((await repo.count(caller.user_id)) >= limits.image_releases_max) throw new Refusal('image_release_limit')
    const { name, summary, tags } = form
    const id = newId('community')
    await repo.insertEntry({ id, author_id: caller.user_id, name, summary, created_at: deps.clock.now() })
    await repo.setTags(id, tags)
    await insertVersion(tx, ctx, { id, name, is_creator }, form)
    return showRelease(tx.db, ctx, id)
  })

export const addVersion = (ctx: Context, id: string, form: z.output<typeof ReleaseVersionForm>) =>
  ctx.transaction(async (tx) => {
    const repo = imageReleasesRepo(tx.db)
    const { is_creator } = await repo.lockAuthor(ctx.caller.user_id)
    const entry = await repo.lockOwn(ctx.caller.user_id, id)
    if (!entry) throw new Refusal('not_found')
    const known = await repo.versionsOf([id])
    if (known.length >= limits.image_versions_max) throw new Refusal('image_release_limit')
    if (known.some(({ version }) => version === form.version)) throw refuseField('release_version_taken', 'version')
    await insertVersion(tx, ctx, { ...entry, is_creator }, form)
    return showRelease(tx.db, ctx, id)
  })

/** The name is what people know a published entry by, so it stays; what describes and finds it may get better. */
export const updateRelease = (ctx: Context, id: string, { name, summary, tags }: Facts) =>
  ctx.transaction(async (tx) => {
    const { caller } = ctx
    const repo = imageReleasesRepo(tx.db)
    const entry = await repo.lockOwn(caller.user_id, id)
    if (!entry) throw new Refusal('not_found')
    if (name !== entry.name) {
      // Nobody approves it while its name changes.
      const versions = await repo.versionsOf([id])
      for (const version of versions) await repo.lockVersion(version.id)
      if (await repo.isPublished(id)) throw refuseField('release_name_fixed', 'name')
      await nameCopies(
        tx.db,
        versions.map(({ image_id }) => image_id),
        name,
      )
    }
    await repo.updateEntry(id, { name, summary })
    await repo.setTags(id, tags)
    await publishRelease(tx, caller.user_id, id)
    return showRelease(tx.db, ctx, id)
  })

import type { Transaction } from 'kysely'
import { hasDuty } from '#contract/access.ts'
import type { EntryKind } from '#server/db/community-entries.ts'
import type { DB } from '#server/db/types.ts'
import { authorsRepo } from '#server/domains/catalog/community/authors.repo.ts'
import { dataSetsRepo } from '#server/domains/catalog/community/community-datasets.repo.ts'
import { communityImagesRepo } from '#server/domains/catalog/community/community-images.repo.ts'
import { entriesRepo } from '#server/domains/catalog/community/entries.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const imagesOf = ({ deps }: Context) => communityImagesRepo(deps.database.kysely)
const dataSetsOf = ({ deps }: Context) => dataSetsRepo(deps.database.kysely)

export const listCommunityImages = (ctx: Context, query: Parameters<ReturnType<typeof communityImagesRepo>['list']>[0]) =>
  imagesOf(ctx).list(query)

export async function communityImageFacets(ctx: Context) {
  const [tags, frameworks] = await Promise.all([listTags(ctx, 'community_image'), imagesOf(ctx).frameworks()])
  return { tags, frameworks }
}

export async function getCommunityImage(ctx: Context, id: string) {
  const entry = await imagesOf(ctx).find(id)
  const versions = entry ? await imagesOf(ctx).versions(id) : []
  if (!entry || versions.length === 0) throw new Refusal('not_found')
  return { entry, versions, starred: await isStarred(ctx, 'community_image', id) }
}

/** The version that an image belongs to, for whoever may create an instance with it: reviewers try what waits for them. */
export async function getVersionOfImage(ctx: Context, image_id: string) {
  const reviews = !ctx.visitor && hasDuty(ctx.caller.role, 'operator_review')
  const version = await imagesOf(ctx).orderable(image_id, reviews ? ['published', 'pending'] : ['published'])
  if (!version) throw new Refusal('not_found')
  return version
}

export const listCollectedImages = (ctx: Context, query: Parameters<ReturnType<typeof communityImagesRepo>['collected']>[1]) =>
  imagesOf(ctx).collected(ctx.caller.user_id, query)

/** Who has published something, with how much of it there is. */
export async function getAuthor({ deps }: Context, id: string) {
  const author = await authorsRepo(deps.database.kysely).find(id)
  if (!author || author.images + author.data_sets === 0) throw new Refusal('not_found')
  return author
}

/**
 * An instance that is created with a community image is one use of it, whatever becomes of either. What a reviewer creates
 * before it is public is a trial and no use.
 */
export async function countUse(
  trx: Transaction<DB>,
  use: { image_id: string; instance_id: string; user_id: string; at: Date },
): Promise<void> {
  const { image_id, ...row } = use
  const version = await communityImagesRepo(trx).versionOf(image_id)
  if (!version) throw new Error(`image ${image_id} belongs to no version`)
  if (version.state !== 'published') return
  await communityImagesRepo(trx).insertUse({
    ...row,
    version_id: version.id,
    community_image_id: version.community_image_id,
  })
}

export const listDataSets = (ctx: Context, query: Parameters<ReturnType<typeof dataSetsRepo>['list']>[0]) =>
  dataSetsOf(ctx).list(query)
/** The caller's own, also what has been taken offline since. */
export const listCollectedDataSets = (ctx: Context, query: Parameters<ReturnType<typeof dataSetsRepo>['collected']>[1]) =>
  dataSetsOf(ctx).collected(ctx.caller.user_id, query)
export const listDataSetTypes = (ctx: Context) => dataSetsOf(ctx).types()

export async function getDataSet(ctx: Context, id: string) {
  const entry = await dataSetsOf(ctx).find(id)
  const versions = entry ? await dataSetsOf(ctx).versions(id) : []
  if (!entry || versions.length === 0) throw new Refusal('not_found')
  return { entry, versions, starred: await isStarred(ctx, 'data_set', id) }
}

export const listTags = ({ deps }: Context, kind: EntryKind) => entriesRepo(deps.database.kysely, kind).tags()

// a visitor's context has no `caller` to take apart
const isStarred = async (ctx: Context, kind: EntryKind, id: string): Promise<boolean> =>
  !ctx.visitor && entriesRepo(ctx.deps.database.kysely, kind).isStarred(id, ctx.caller.user_id)

/** Only what is public can be kept; what one keeps can be let go of, also after it was taken offline. */
export const setStar = ({ deps, caller, transaction }: Context, kind: EntryKind, id: string, starred: boolean) =>
  transaction(async (tx) => {
    const repo = entriesRepo(tx.db, kind)
    const known = await repo.holdPublic(id)
    if (starred && known) await repo.star(id, caller.user_id, deps.clock.now())
    const let_go = !starred && (await repo.unstar(id, caller.user_id))
    if (!known && !let_go) throw new Refusal('not_found')
    return { starred, stars: await repo.countStars(id) }
  })

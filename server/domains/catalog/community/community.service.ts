import type { Transaction } from 'kysely'
import { hasOperatorAccess } from '#contract/access.ts'
import type { CommunityEntryKind } from '#server/db/community-entries.ts'
import type { DB } from '#server/db/types.ts'
import { authorsRepo } from '#server/domains/catalog/community/authors.repo.ts'
import { communityDatasetsRepo } from '#server/domains/catalog/community/community-datasets.repo.ts'
import { communityImagesRepo } from '#server/domains/catalog/community/community-images.repo.ts'
import { communityEntriesRepo } from '#server/domains/catalog/community/entries.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const getImagesRepo = ({ deps }: Context) => communityImagesRepo(deps.database.kysely)
const getDatasetsRepo = ({ deps }: Context) => communityDatasetsRepo(deps.database.kysely)

export const listCommunityImages = (ctx: Context, query: Parameters<ReturnType<typeof communityImagesRepo>['list']>[0]) =>
  getImagesRepo(ctx).list(query)

export async function getCommunityImageFacets(ctx: Context) {
  const [tags, frameworks] = await Promise.all([listCommunityTags(ctx, 'community_image'), getImagesRepo(ctx).frameworks()])
  return { tags, frameworks }
}

export async function getCommunityImage(ctx: Context, id: string) {
  const entry = await getImagesRepo(ctx).find(id)
  const versions = entry ? await getImagesRepo(ctx).versions(id) : []
  if (!entry || versions.length === 0) throw new Refusal('not_found')
  return { entry, versions, starred: await isStarred(ctx, 'community_image', id) }
}

/** Returns the version of an image that the caller may create an instance with; reviewers may also try versions under review. */
export async function getCommunityImageVersion(ctx: Context, imageId: string) {
  const reviews = !ctx.visitor && hasOperatorAccess(ctx.caller.role, 'operator_review')
  const version = await getImagesRepo(ctx).orderable(imageId, reviews ? ['published', 'pending'] : ['published'])
  if (!version) throw new Refusal('not_found')
  return version
}

export const listCollectedImages = (ctx: Context, query: Parameters<ReturnType<typeof communityImagesRepo>['collected']>[1]) =>
  getImagesRepo(ctx).collected(ctx.caller.user_id, query)

/** Returns an author with published entries, and how many there are. */
export async function getCommunityAuthor({ deps }: Context, id: string) {
  const author = await authorsRepo(deps.database.kysely).find(id)
  if (!author || author.images + author.data_sets === 0) throw new Refusal('not_found')
  return author
}

/**
 * Records one use when an instance is created with a community image; later changes to either do not matter. A reviewer's trial
 * before publication does not count.
 */
export async function recordImageUse(
  trx: Transaction<DB>,
  use: { image_id: string; instance_id: string; user_id: string; at: Date },
): Promise<void> {
  const { image_id: imageId, ...row } = use
  const version = await communityImagesRepo(trx).versionOf(imageId)
  if (!version) throw new Error(`image ${imageId} belongs to no version`)
  if (version.state !== 'published') return
  await communityImagesRepo(trx).insertUse({
    ...row,
    version_id: version.id,
    community_image_id: version.community_image_id,
  })
}

export const listCommunityDatasets = (ctx: Context, query: Parameters<ReturnType<typeof communityDatasetsRepo>['list']>[0]) =>
  getDatasetsRepo(ctx).list(query)
/** Returns the data sets the caller has starred, including those taken offline since. */
export const listCollectedDatasets = (
  ctx: Context,
  query: Parameters<ReturnType<typeof communityDatasetsRepo>['collected']>[1],
) => getDatasetsRepo(ctx).collected(ctx.caller.user_id, query)
export const listDatasetTypes = (ctx: Context) => getDatasetsRepo(ctx).types()

export async function getCommunityDataset(ctx: Context, id: string) {
  const entry = await getDatasetsRepo(ctx).find(id)
  const versions = entry ? await getDatasetsRepo(ctx).versions(id) : []
  if (!entry || versions.length === 0) throw new Refusal('not_found')
  return { entry, versions, starred: await isStarred(ctx, 'data_set', id) }
}

export const listCommunityTags = ({ deps }: Context, kind: CommunityEntryKind) =>
  communityEntriesRepo(deps.database.kysely, kind).tags()

// A visitor's context has no `caller` to destructure.
const isStarred = async (ctx: Context, kind: CommunityEntryKind, id: string): Promise<boolean> =>
  !ctx.visitor && communityEntriesRepo(ctx.deps.database.kysely, kind).isStarred(id, ctx.caller.user_id)

/** Sets or removes a star. Only public entries can be starred; a star can be removed even after the entry went offline. */
export const setCommunityStar = (
  { deps, caller, transaction }: Context,
  kind: CommunityEntryKind,
  id: string,
  starred: boolean,
) =>
  transaction(async (tx) => {
    const repo = communityEntriesRepo(tx.db, kind)
    const known = await repo.holdPublic(id)
    if (starred && known) await repo.star(id, caller.user_id, deps.clock.now())
    const letGo = !starred && (await repo.unstar(id, caller.user_id))
    if (!known && !letGo) throw new Refusal('not_found')
    return { starred, stars: await repo.countStars(id) }
  })

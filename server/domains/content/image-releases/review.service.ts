import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type ImageReleaseState, imageReleaseStates } from '#contract/image-releases.ts'
import type { OperatorImageReview, OperatorImageReviewDetail } from '#contract/operator/image-reviews.ts'
import type { DB } from '#server/db/types.ts'
import { notifyReleaseAuthor } from '#server/domains/content/image-releases/image-releases.notifications.ts'
import { presentReleaseVersion } from '#server/domains/content/image-releases/image-releases.presenter.ts'
import { imageReleasesRepo } from '#server/domains/content/image-releases/image-releases.repo.ts'
import { publishReleaseChange } from '#server/domains/content/image-releases/image-releases.service.ts'
import { type ImageReviewRow, imageReviewsRepo } from '#server/domains/content/image-releases/reviews.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

function present(row: ImageReviewRow, { caller }: Context): z.input<typeof OperatorImageReview> {
  const { source: _, ...version } = presentReleaseVersion(row)
  return {
    ...version,
    entry: {
      id: row.community_image_id,
      name: row.name,
      summary: row.summary,
      tags: row.tags,
      original: row.original_at !== null,
    },
    author: { id: row.author_id, nickname: row.nickname, is_creator: row.is_creator },
    reviewed_by: row.reviewed_by === null ? null : { id: row.reviewed_by, nickname: row.reviewer ?? '' },
    own: row.author_id === caller.user_id,
  }
}

export async function listImageReviews(ctx: Context, query: Parameters<ReturnType<typeof imageReviewsRepo>['list']>[0]) {
  const { items, total } = await imageReviewsRepo(ctx.deps.database.kysely).list(query)
  return { items: items.map((row) => present(row, ctx)), total }
}

async function loadReviewDetail(db: Kysely<DB>, ctx: Context, id: string): Promise<z.input<typeof OperatorImageReviewDetail>> {
  const repo = imageReviewsRepo(db)
  const row = await repo.find(id)
  if (!row) throw new Refusal('not_found')
  return {
    ...present(row, ctx),
    readme: row.readme,
    source:
      row.source_name === null
        ? null
        : {
            image: `${row.source_name} ${row.source_version}`,
            instance_id: row.source_instance_id,
            instance_name: row.source_instance_name,
          },
    running: await repo.running(row.image_id),
    others: (await repo.others(row.community_image_id, id)).map(presentReleaseVersion),
  }
}

export const getImageReview = (ctx: Context, id: string) => loadReviewDetail(ctx.deps.database.kysely, ctx, id)

type Decision = {
  from: ImageReleaseState
  to: 'published' | 'refused' | 'offline'
  told: 'approved' | 'rejected' | 'offline' | 'online'
  reason?: string
}

/** Decides on another user's version, which must be in state `from`, and notifies its author. */
const decideReview = (ctx: Context, id: string, { from, to, told, reason }: Decision) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = imageReleasesRepo(tx.db)
    const row = await repo.lockVersion(id)
    if (!row || row.state === 'removed') throw new Refusal('not_found')
    const { id: entryId, name, author_id: authorId } = await repo.authorOf(row.community_image_id)
    if (authorId === caller.user_id) throw new Refusal('own_change')
    if (row.state !== from) throw new Refusal('release_state')
    await repo.updateVersion(id, {
      state: to,
      state_reason: reason ?? null,
      reviewed_by: caller.user_id,
      ...(told === 'approved' && { published_at: deps.clock.now() }),
    })
    ctx.audit({
      before: { state: imageReleaseStates[from] },
      after: { state: imageReleaseStates[to], ...(reason !== undefined && { reason }) },
    })
    const about = { name, version: row.version, ...(reason !== undefined && { reason }) }
    await notifyReleaseAuthor(tx, authorId, told, about)
    await publishReleaseChange(tx, authorId, entryId)
    return loadReviewDetail(tx.db, ctx, id)
  })

/** Publishes a version: everyone may create instances from it, and its content and price are fixed (product §7). */
export const approveReleaseVersion = (ctx: Context, id: string) =>
  decideReview(ctx, id, { from: 'pending', to: 'published', told: 'approved' })
export const rejectReleaseVersion = (ctx: Context, id: string, reason: string) =>
  decideReview(ctx, id, { from: 'pending', to: 'refused', told: 'rejected', reason })
/** Takes a version offline; running instances continue, and the author cannot put it back online. */
export const takeReleaseOffline = (ctx: Context, id: string, reason: string) =>
  decideReview(ctx, id, { from: 'published', to: 'offline', told: 'offline', reason })
export const putReleaseOnline = (ctx: Context, id: string) =>
  decideReview(ctx, id, { from: 'offline', to: 'published', told: 'online' })

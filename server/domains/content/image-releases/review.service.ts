import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { type ImageReleaseState, image_release_states } from '#contract/image-releases.ts'
import type { OperatorImageReview, OperatorImageReviewDetail } from '#contract/operator/image-reviews.ts'
import type { DB } from '#server/db/types.ts'
import { tellAuthor } from '#server/domains/content/image-releases/image-releases.notifications.ts'
import { presentVersion } from '#server/domains/content/image-releases/image-releases.presenter.ts'
import { imageReleasesRepo } from '#server/domains/content/image-releases/image-releases.repo.ts'
import { publishRelease } from '#server/domains/content/image-releases/image-releases.service.ts'
import { type ReviewRow, reviewsRepo } from '#server/domains/content/image-releases/reviews.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

function present(row: ReviewRow, { caller }: Context): z.input<typeof OperatorImageReview> {
  const { source: _, ...version } = presentVersion(row)
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

export async function listReviews(ctx: Context, query: Parameters<ReturnType<typeof reviewsRepo>['list']>[0]) {
  const { items, total } = await reviewsRepo(ctx.deps.database.kysely).list(query)
  return { items: items.map((row) => present(row, ctx)), total }
}

async function show(db: Kysely<DB>, ctx: Context, id: string): Promise<z.input<typeof OperatorImageReviewDetail>> {
  const repo = reviewsRepo(db)
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
    others: (await repo.others(row.community_image_id, id)).map(presentVersion),
  }
}

export const getReview = (ctx: Context, id: string) => show(ctx.deps.database.kysely, ctx, id)

type Decision = {
  from: ImageReleaseState
  to: 'published' | 'refused' | 'offline'
  told: 'approved' | 'rejected' | 'offline' | 'online'
  reason?: string
}

/** Decides on somebody else's version, from the one state it must be in; its author hears of it. */
const decide = (ctx: Context, id: string, { from, to, told, reason }: Decision) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = imageReleasesRepo(tx.db)
    const row = await repo.lockVersion(id)
    if (!row || row.state === 'removed') throw new Refusal('not_found')
    const { id: entry_id, name, author_id } = await repo.authorOf(row.community_image_id)
    if (author_id === caller.user_id) throw new Refusal('own_change')
    if (row.state !== from) throw new Refusal('release_state')
    await repo.updateVersion(id, {
      state: to,
      state_reason: reason ?? null,
      reviewed_by: caller.user_id,
      ...(told === 'approved' && { published_at: deps.clock.now() }),
    })
    ctx.audit({
      before: { state: image_release_states[from] },
      after: { state: image_release_states[to], ...(reason !== undefined && { reason }) },
    })
    const about = { name, version: row.version, ...(reason !== undefined && { reason }) }
    await tellAuthor(tx, author_id, told, about)
    await publishRelease(tx, author_id, entry_id)
    return show(tx.db, ctx, id)
  })

/** From now on everybody may create instances with it, and its content and price stay (product §7). */
export const approveVersion = (ctx: Context, id: string) =>
  decide(ctx, id, { from: 'pending', to: 'published', told: 'approved' })
export const rejectVersion = (ctx: Context, id: string, reason: string) =>
  decide(ctx, id, { from: 'pending', to: 'refused', told: 'rejected', reason })
/** What runs goes on; its author cannot put it back. */
export const takeOff = (ctx: Context, id: string, reason: string) =>
  decide(ctx, id, { from: 'published', to: 'offline', told: 'offline', reason })
export const putBack = (ctx: Context, id: string) => decide(ctx, id, { from: 'offline', to: 'published', told: 'online' })

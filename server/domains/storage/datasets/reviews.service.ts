import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { hasOperatorAccess } from '#contract/access.ts'
import { type DatasetState, datasetStates } from '#contract/my-datasets.ts'
import type { OperatorDataset, OperatorDatasetDetail } from '#contract/operator/datasets.ts'
import type { DB } from '#server/db/types.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyDatasetAuthor } from '#server/domains/storage/datasets/datasets.notifications.ts'
import { presentDatasetVersionSummary } from '#server/domains/storage/datasets/datasets.presenter.ts'
import { datasetFilesRepo } from '#server/domains/storage/datasets/files.repo.ts'
import { type DatasetReviewRow, datasetReviewsRepo } from '#server/domains/storage/datasets/reviews.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Trx = Transaction<DB>
type Locked = NonNullable<Awaited<ReturnType<ReturnType<typeof datasetReviewsRepo>['lock']>>>
type Detail = z.input<typeof OperatorDatasetDetail>

const present = (row: DatasetReviewRow, reviewer: string): z.input<typeof OperatorDataset> => ({
  ...presentDatasetVersionSummary(row),
  name: row.name,
  slug: row.slug,
  summary: row.summary,
  type: { id: row.type_id, name: row.type_name },
  tags: row.tags,
  author: { id: row.author_id, nickname: row.nickname },
  own: row.author_id === reviewer,
  reviewer: row.reviewer,
})

export async function listDatasetReviews(
  { deps, caller }: Context,
  query: Parameters<ReturnType<typeof datasetReviewsRepo>['list']>[0],
) {
  const { items, total } = await datasetReviewsRepo(deps.database.kysely).list(query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

async function getDetail(db: Parameters<typeof datasetReviewsRepo>[0], { caller }: Context, id: string): Promise<Detail> {
  const repo = datasetReviewsRepo(db)
  const row = await repo.find(id)
  if (!row) throw new Refusal('not_found')
  const siblings = await repo.siblings(row.data_set_id, id)
  const kinds = await datasetFilesRepo(db).kinds(id)
  return {
    ...present(row, caller.user_id),
    readme: row.readme,
    kinds: kinds.map((kind) => ({ ...kind, size_bytes: Number(kind.size_bytes) })),
    versions: siblings.map((one) => ({
      ...one,
      state: one.state as DatasetState,
      submitted_at: one.submitted_at.toISOString(),
    })),
  }
}

export const getDatasetReview = (ctx: Context, id: string) => getDetail(ctx.deps.database.kysely, ctx, id)

interface Decision {
  from: DatasetState
  to: DatasetState
  reason?: string
  title: string
  content: string
}

/** Decides on a locked version; the caller must currently be a reviewer and not the data set's author (product §7). */
const decideVersion = (ctx: Context, id: string, decisionOf: (row: Locked) => Decision): Promise<Detail> =>
  ctx.transaction(async (tx) => {
    const row = await lockForReview(tx.db, ctx, id)
    const decision = decisionOf(row)
    if (row.state !== decision.from) throw new Refusal('data_set_review_closed')
    await recordDecision(tx, ctx, row, decision)
    return getDetail(tx.db, ctx, id)
  })

async function lockForReview(trx: Trx, { caller }: Context, id: string): Promise<Locked> {
  const { role, frozen_at: frozenAt } = await lockAccount(trx, caller.user_id)
  if (frozenAt || !hasOperatorAccess(role, 'operator_review')) throw new Refusal('forbidden')
  const row = await datasetReviewsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (row.author_id === caller.user_id) throw new Refusal('data_set_own_review')
  return row
}

async function recordDecision(tx: Tx, ctx: Context, row: Locked, decision: Decision): Promise<void> {
  const { deps, caller, audit } = ctx
  const { from, to, reason, title, content } = decision
  await datasetReviewsRepo(tx.db).decide(row.id, {
    state: to,
    state_reason: reason ?? null,
    reviewed_by: caller.user_id,
    ...(to === 'offline' && { offline_by: 'operator' }),
    ...(to === 'published' && { offline_by: null }),
    // Keep the time of the first publication.
    ...(to === 'published' && row.published_at === null && { published_at: deps.clock.now() }),
  })
  audit({
    target_id: row.id,
    before: { state: datasetStates[from] },
    after: { state: datasetStates[to], ...(reason !== undefined && { reason }) },
  })
  await notifyDatasetAuthor(tx, row.id, { title, content })
}

export const approveDatasetVersion = (ctx: Context, id: string) =>
  decideVersion(ctx, id, () => ({
    from: 'pending',
    to: 'published',
    title: '已通过审核',
    content: '已经公开，任何人都可以浏览、收藏和挂载。内容从现在起不再改变，需要更新请提交新版本。',
  }))

export const rejectDatasetVersion = (ctx: Context, id: string, reason: string) =>
  decideVersion(ctx, id, () => ({
    from: 'pending',
    to: 'refused',
    reason,
    title: '未通过审核',
    content: `原因：${reason}。没有公开，修改后可以重新提交。`,
  }))

export const takeDatasetVersionOfflineAsOperator = (ctx: Context, id: string, reason: string) =>
  decideVersion(ctx, id, () => ({
    from: 'published',
    to: 'offline',
    reason,
    title: '已被下线',
    content: `原因：${reason}。已挂载它的实例不受影响，新的实例不能再选择。`,
  }))

/** Restores only versions an operator took offline; an author's own decision stays theirs. */
export const restoreDatasetVersionAsOperator = (ctx: Context, id: string) =>
  decideVersion(ctx, id, () => ({ from: 'offline', to: 'published', title: '已恢复公开', content: '新的实例又可以选择它。' }))

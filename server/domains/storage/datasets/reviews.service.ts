import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { hasDuty } from '#contract/access.ts'
import { type DataSetState, data_set_states } from '#contract/my-datasets.ts'
import type { OperatorDataSet, OperatorDataSetDetail } from '#contract/operator/datasets.ts'
import type { DB } from '#server/db/types.ts'
import { lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { tellAuthor } from '#server/domains/storage/datasets/datasets.notifications.ts'
import { presentVersion } from '#server/domains/storage/datasets/datasets.presenter.ts'
import { filesRepo } from '#server/domains/storage/datasets/files.repo.ts'
import { type ReviewRow, reviewsRepo } from '#server/domains/storage/datasets/reviews.repo.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type Trx = Transaction<DB>
type Locked = NonNullable<Awaited<ReturnType<ReturnType<typeof reviewsRepo>['lock']>>>
type Detail = z.input<typeof OperatorDataSetDetail>

const present = (row: ReviewRow, reviewer: string): z.input<typeof OperatorDataSet> => ({
  ...presentVersion(row),
  name: row.name,
  slug: row.slug,
  summary: row.summary,
  type: { id: row.type_id, name: row.type_name },
  tags: row.tags,
  author: { id: row.author_id, nickname: row.nickname },
  own: row.author_id === reviewer,
  reviewer: row.reviewer,
})

export async function listReviews({ deps, caller }: Context, query: Parameters<ReturnType<typeof reviewsRepo>['list']>[0]) {
  const { items, total } = await reviewsRepo(deps.database.kysely).list(query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

async function show(db: Parameters<typeof reviewsRepo>[0], { caller }: Context, id: string): Promise<Detail> {
  const repo = reviewsRepo(db)
  const row = await repo.find(id)
  if (!row) throw new Refusal('not_found')
  const siblings = await repo.siblings(row.data_set_id, id)
  const kinds = await filesRepo(db).kinds(id)
  return {
    ...present(row, caller.user_id),
    readme: row.readme,
    kinds: kinds.map((kind) => ({ ...kind, size_bytes: Number(kind.size_bytes) })),
    versions: siblings.map((one) => ({
      ...one,
      state: one.state as DataSetState,
      submitted_at: one.submitted_at.toISOString(),
    })),
  }
}

export const getReview = (ctx: Context, id: string) => show(ctx.deps.database.kysely, ctx, id)

interface Decision {
  from: DataSetState
  to: DataSetState
  reason?: string
  title: string
  content: string
}

/** Decides on a version, held, by somebody whose duty it is now and whose data set it is not (product §7). */
const decide = (ctx: Context, id: string, decisionOf: (row: Locked) => Decision): Promise<Detail> =>
  ctx.transaction(async (tx) => {
    const row = await lockFor(tx.db, ctx, id)
    const decision = decisionOf(row)
    if (row.state !== decision.from) throw new Refusal('data_set_review_closed')
    await write(tx, ctx, row, decision)
    return show(tx.db, ctx, id)
  })

async function lockFor(trx: Trx, { caller }: Context, id: string): Promise<Locked> {
  const { role, frozen_at } = await lockAccount(trx, caller.user_id)
  if (frozen_at || !hasDuty(role, 'operator_review')) throw new Refusal('forbidden')
  const row = await reviewsRepo(trx).lock(id)
  if (!row) throw new Refusal('not_found')
  if (row.author_id === caller.user_id) throw new Refusal('data_set_own_review')
  return row
}

async function write(tx: Tx, ctx: Context, row: Locked, decision: Decision): Promise<void> {
  const { deps, caller, audit } = ctx
  const { from, to, reason, title, content } = decision
  await reviewsRepo(tx.db).decide(row.id, {
    state: to,
    state_reason: reason ?? null,
    reviewed_by: caller.user_id,
    ...(to === 'offline' && { offline_by: 'operator' }),
    ...(to === 'published' && { offline_by: null }),
    // The time of the first publication stays.
    ...(to === 'published' && row.published_at === null && { published_at: deps.clock.now() }),
  })
  audit({
    target_id: row.id,
    before: { state: data_set_states[from] },
    after: { state: data_set_states[to], ...(reason !== undefined && { reason }) },
  })
  await tellAuthor(tx, row.id, { title, content })
}

export const approve = (ctx: Context, id: string) =>
  decide(ctx, id, () => ({
    from: 'pending',
    to: 'published',
    title: '已通过审核',
    content: '已经公开，任何人都可以浏览、收藏和挂载。内容从现在起不再改变，需要更新请提交新版本。',
  }))

export const reject = (ctx: Context, id: string, reason: string) =>
  decide(ctx, id, () => ({
    from: 'pending',
    to: 'refused',
    reason,
    title: '未通过审核',
    content: `原因：${reason}。没有公开，修改后可以重新提交。`,
  }))

export const takeOfflineAsOperator = (ctx: Context, id: string, reason: string) =>
  decide(ctx, id, () => ({
    from: 'published',
    to: 'offline',
    reason,
    title: '已被下线',
    content: `原因：${reason}。已挂载它的实例不受影响，新的实例不能再选择。`,
  }))

/** Only what was taken offline from here: an author's own decision is the author's. */
export const putBackAsOperator = (ctx: Context, id: string) =>
  decide(ctx, id, () => ({ from: 'offline', to: 'published', title: '已恢复公开', content: '新的实例又可以选择它。' }))

import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { OperatorCreatorAudit, OperatorCreatorAuditDetail } from '#contract/operator/creators.ts'
import type { DB } from '#server/db/types.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { type CreatorApplicationRow, type CreatorAuditRow, creatorsRepo } from '#server/domains/content/creators/creators.repo.ts'
import { presentCreatorAudit } from '#server/domains/content/creators/creators.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const creatorIncomePath = '/community/creative-income'

const present = (row: CreatorApplicationRow, { caller }: Context): z.input<typeof OperatorCreatorAudit> => ({
  ...presentCreatorAudit(row),
  owner: { id: row.user_id, nickname: row.nickname, name: row.name_masked },
  is_creator: row.is_creator,
  decided_by: row.decided_by === null ? null : { id: row.decided_by, nickname: row.decider ?? '' },
  own: row.user_id === caller.user_id,
  images: row.images,
  data_sets: row.data_sets,
})

export async function listCreatorApplications(ctx: Context, query: Parameters<ReturnType<typeof creatorsRepo>['cases']>[0]) {
  const { items, total } = await creatorsRepo(ctx.deps.database.kysely).cases(query)
  return { items: items.map((row) => present(row, ctx)), total }
}

async function loadApplicationDetail(
  db: Kysely<DB>,
  ctx: Context,
  id: string,
): Promise<z.input<typeof OperatorCreatorAuditDetail>> {
  const repo = creatorsRepo(db)
  const row = await repo.case(id)
  if (!row) throw new Refusal('not_found')
  const earlier = (await repo.history(row.user_id)).filter((other) => other.id !== id)
  return { ...present(row, ctx), earlier: earlier.map(presentCreatorAudit) }
}

export const getCreatorApplication = (ctx: Context, id: string) => loadApplicationDetail(ctx.deps.database.kysely, ctx, id)

interface Decision {
  /** Checks the locked row; throws a refusal if the decision is not allowed. */
  check(row: CreatorAuditRow, isCreator: boolean): void
  change: Partial<Omit<CreatorAuditRow, 'links'>>
  is_creator?: boolean
  told: { title: string; content: string }
  after: Record<string, string>
}

/** Records a decision once; nobody decides their own application. The header tag is updated at once. */
const decideApplication = (ctx: Context, id: string, { check, change, is_creator: isCreator, told, after }: Decision) =>
  ctx.transaction(async (tx) => {
    const { caller } = ctx
    const repo = creatorsRepo(tx.db)
    const row = await repo.lock(id)
    if (!row) throw new Refusal('not_found')
    if (await isOperatorOwnAccount(tx.db, caller.user_id, row.user_id)) throw new Refusal('own_change')
    const before = await repo.lockUser(row.user_id)
    check(row, before.is_creator)
    await repo.update(id, change)
    if (isCreator !== undefined) await repo.setCreator(row.user_id, isCreator)
    ctx.audit({ before: { state: row.state, is_creator: String(before.is_creator) }, after })
    await notifyUser(tx, { user_id: row.user_id, class: 'review', ...told, link: creatorIncomePath })
    await publishChange(tx, { user_id: row.user_id, resource: 'user', id: row.user_id })
    return loadApplicationDetail(tx.db, ctx, id)
  })

function assertPending({ state }: CreatorAuditRow): void {
  if (state !== 'pending') throw new Refusal('creator_audit_closed')
}

export const approveCreatorApplication = (ctx: Context, id: string) =>
  decideApplication(ctx, id, {
    check: assertPending,
    change: { state: 'approved', decided_at: ctx.deps.clock.now(), decided_by: ctx.caller.user_id },
    is_creator: true,
    told: { title: '已成为创作者', content: '现在可以为发布的镜像定价，别人使用时产生收益，每月对账。' },
    after: { state: 'approved', is_creator: 'true' },
  })

export const refuseCreatorApplication = (ctx: Context, id: string, reason: string) =>
  decideApplication(ctx, id, {
    check: assertPending,
    change: { state: 'refused', reason, decided_at: ctx.deps.clock.now(), decided_by: ctx.caller.user_id },
    told: { title: '创作者申请被驳回', content: `原因：${reason}。修改后可以再次申请。` },
    after: { state: 'refused', reason },
  })

/** Revokes the creator tag. Published work stays published and keeps earning income. */
export const revokeCreator = (ctx: Context, id: string, reason: string) =>
  decideApplication(ctx, id, {
    check: (row, isCreator) => {
      if (row.state !== 'approved' || row.revoked_at !== null || !isCreator) throw new Refusal('creator_audit_closed')
    },
    change: { revoked_at: ctx.deps.clock.now(), revoked_by: ctx.caller.user_id, revoked_reason: reason },
    is_creator: false,
    told: {
      title: '创作者资格已收回',
      content: `原因：${reason}。已发布的内容不变，已产生和之后产生的收益照常对账入账；不能再发布收费镜像，可以重新申请。`,
    },
    after: { state: 'revoked', is_creator: 'false', reason },
  })

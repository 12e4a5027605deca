import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { OperatorOriginal } from '#contract/operator/originals.ts'
import { originalKinds, originalStates } from '#contract/originals.ts'
import type { DB } from '#server/db/types.ts'
import { type OriginalRow, originalsRepo } from '#server/domains/content/originals/originals.repo.ts'
import { presentOriginal } from '#server/domains/content/originals/originals.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

const present = (row: OriginalRow, { caller }: Context): z.input<typeof OperatorOriginal> => ({
  ...presentOriginal(row),
  author: { id: row.user_id, nickname: row.nickname },
  decided_by: row.decided_by === null ? null : { id: row.decided_by, nickname: row.decider ?? '' },
  own: row.user_id === caller.user_id,
})

export async function listAllOriginals(ctx: Context, query: Parameters<ReturnType<typeof originalsRepo>['listAll']>[0]) {
  const { items, total } = await originalsRepo(ctx.deps.database.kysely).listAll(query)
  return { items: items.map((row) => present(row, ctx)), total }
}

async function loadOriginalForReview(db: Kysely<DB>, ctx: Context, id: string) {
  const row = await originalsRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  return present(row, ctx)
}

export const getOriginal = (ctx: Context, id: string) => loadOriginalForReview(ctx.deps.database.kysely, ctx, id)

/** Decides an application once; the badge belongs to the entry and applies to all its versions. */
export const decideOriginal = (
  ctx: Context,
  id: string,
  decision: { state: 'approved' } | { state: 'refused'; reason: string },
) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const repo = originalsRepo(tx.db)
    const locked = await repo.lock(id)
    if (!locked) throw new Refusal('not_found')
    if (locked.user_id === caller.user_id) throw new Refusal('own_change')
    if (locked.state !== 'pending') throw new Refusal('original_closed')
    const now = deps.clock.now()
    await repo.close(id, { ...decision, decided_by: caller.user_id, decided_at: now })
    const { kind, entry_id: entryId, entry_name: entryName } = (await repo.find(id))!
    if (decision.state === 'approved') await repo.giveBadge(kind, entryId, now)
    ctx.audit({
      before: { state: originalStates.pending },
      after: { state: originalStates[decision.state], ...('reason' in decision && { reason: decision.reason }) },
    })
    const approved = decision.state === 'approved'
    await notifyUser(tx, {
      user_id: locked.user_id,
      class: 'review',
      title: `${originalKinds[kind]}「${entryName}」的原创申请${approved ? '已通过' : '未通过'}`,
      content: approved ? '页面上会显示原创徽章。' : `原因：${decision.reason.replace(/。$/, '')}。可以修改后重新申请。`,
      link: '/console/image/apply-original',
    })
    return loadOriginalForReview(tx.db, ctx, id)
  })

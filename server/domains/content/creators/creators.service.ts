import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import { type CreatorAuditState, type CreatorField, type CreatorStanding, creatorFields } from '#contract/creator-labels.ts'
import type { CreatorAudit, CreatorDetail, CreatorForm } from '#contract/creators.ts'
import type { DB } from '#server/db/types.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { hasRealName, requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { type CreatorAuditRow, creatorsRepo } from '#server/domains/content/creators/creators.repo.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export const presentCreatorAudit = (row: CreatorAuditRow): z.input<typeof CreatorAudit> => ({
  id: row.id,
  state: row.state as CreatorAuditState,
  introduction: row.introduction,
  field: row.field as CreatorField,
  links: row.links as string[],
  reason: row.reason,
  submitted_at: row.submitted_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  revoked_reason: row.revoked_reason,
})

/** Returns `approved` for any creator; for everyone else, the state in which their last application left them. */
function computeStanding(isCreator: boolean, last: CreatorAuditRow | undefined): CreatorStanding {
  if (last?.state === 'pending') return 'pending'
  if (isCreator) return 'approved'
  if (!last) return 'none'
  return last.state === 'approved' ? 'revoked' : (last.state as CreatorStanding)
}

async function loadCreatorDetail(db: Kysely<DB>, userId: string): Promise<CreatorDetail> {
  const repo = creatorsRepo(db)
  const isCreator = await repo.isCreator(userId)
  const history = await repo.history(userId)
  return {
    state: computeStanding(isCreator, history[0]),
    is_creator: isCreator,
    real_name_passed: await hasRealName(db, userId),
    history: history.map(presentCreatorAudit),
  }
}

export const getOwnCreatorDetail = ({ deps, caller }: Context) => loadCreatorDetail(deps.database.kysely, caller.user_id)

/** Submits a creator application: requires a real name, one at a time, allowed again after a refusal (requirements §7). */
export const applyAsCreator = (ctx: Context, form: z.output<typeof CreatorForm>): Promise<CreatorDetail> =>
  ctx.transaction(async (tx) => {
    const { deps, caller, request } = ctx
    const { user_id: userId } = caller
    const repo = creatorsRepo(tx.db)
    await requireRealName(tx.db, userId)
    if ((await repo.lockUser(userId)).is_creator) throw new Refusal('creator_already')
    const [last] = await repo.history(userId)
    if (last?.state === 'pending') throw new Refusal('creator_audit_open')
    await recordConsent(tx.db, deps, { user_id: userId, ip: request.ip, purpose: 'creator' })
    const { introduction, field, links } = form
    const submittedAt = deps.clock.now()
    const row = { id: newId('creator'), user_id: userId, state: 'pending', introduction, field, submitted_at: submittedAt }
    await repo.insert({ ...row, links: JSON.stringify(links) })
    await notifyReviewers(tx, ctx, field)
    return loadCreatorDetail(tx.db, userId)
  })

async function notifyReviewers(tx: Tx, ctx: Context, field: CreatorField): Promise<void> {
  for (const userId of await listOperatorsWithRoles(tx.db, accessRoles.operator_review)) {
    if (userId === ctx.caller.user_id) continue
    await notifyUser(tx, {
      user_id: userId,
      class: 'review',
      title: '有一个创作者申请待审核',
      content: `方向：${creatorFields[field]}。请查看介绍与链接后通过或驳回。`,
      link: '/operator/creator-reviews?state=pending',
    })
  }
}

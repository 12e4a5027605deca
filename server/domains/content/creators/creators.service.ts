import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { roles_of_access } from '#contract/access.ts'
import { type CreatorAuditState, type CreatorField, type CreatorStanding, creator_fields } from '#contract/creator-labels.ts'
import type { CreatorAudit, CreatorDetail, CreatorForm } from '#contract/creators.ts'
import type { DB } from '#server/db/types.ts'
import { operatorsWith } from '#server/domains/accounts/users/accounts.service.ts'
import { recordConsent } from '#server/domains/accounts/users/consents.service.ts'
import { hasRealName, requireRealName } from '#server/domains/accounts/users/users.service.ts'
import { type CreatorAuditRow, creatorsRepo } from '#server/domains/content/creators/creators.repo.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

export const presentAudit = (row: CreatorAuditRow): z.input<typeof CreatorAudit> => ({
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

/** A creator by whatever way is approved; whoever is none stands where his last application has left him. */
function standingOf(is_creator: boolean, last: CreatorAuditRow | undefined): CreatorStanding {
  if (last?.state === 'pending') return 'pending'
  if (is_creator) return 'approved'
  if (!last) return 'none'
  return last.state === 'approved' ? 'revoked' : (last.state as CreatorStanding)
}

async function show(db: Kysely<DB>, user_id: string): Promise<CreatorDetail> {
  const repo = creatorsRepo(db)
  const is_creator = await repo.isCreator(user_id)
  const history = await repo.history(user_id)
  return {
    state: standingOf(is_creator, history[0]),
    is_creator,
    real_name_passed: await hasRealName(db, user_id),
    history: history.map(presentAudit),
  }
}

export const getOwnStanding = ({ deps, caller }: Context) => show(deps.database.kysely, caller.user_id)

/** Hands an application to the reviewers: with a real name, one at a time, and again after a refusal (spec §7). */
export const applyAsCreator = (ctx: Context, form: z.output<typeof CreatorForm>): Promise<CreatorDetail> =>
  ctx.transaction(async (tx) => {
    const { deps, caller, request } = ctx
    const { user_id } = caller
    const repo = creatorsRepo(tx.db)
    await requireRealName(tx.db, user_id)
    if ((await repo.lockUser(user_id)).is_creator) throw new Refusal('creator_already')
    const [last] = await repo.history(user_id)
    if (last?.state === 'pending') throw new Refusal('creator_audit_open')
    await recordConsent(tx.db, deps, { user_id, ip: request.ip, purpose: 'creator' })
    const { introduction, field, links } = form
    const submitted_at = deps.clock.now()
    const row = { id: newId('creator'), user_id, state: 'pending', introduction, field, submitted_at }
    await repo.insert({ ...row, links: JSON.stringify(links) })
    await tellReviewers(tx, ctx, field)
    return show(tx.db, user_id)
  })

async function tellReviewers(tx: Tx, ctx: Context, field: CreatorField): Promise<void> {
  for (const user_id of await operatorsWith(tx.db, roles_of_access.operator_review)) {
    if (user_id === ctx.caller.user_id) continue
    await notify(tx, {
      user_id,
      class: 'review',
      title: '有一个创作者申请待审核',
      content: `方向：${creator_fields[field]}。请查看介绍与链接后通过或驳回。`,
      link: '/operator/creator-reviews?state=pending',
    })
  }
}

import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import { type LeadInterest, leadInterests } from '#contract/appliance.ts'
import { limits } from '#contract/limits.ts'
import type { LeadState, OperatorLead, OperatorLeadDetail } from '#contract/operator/leads.ts'
import type { VendorName } from '#contract/vendors.ts'
import type { DB } from '#server/db/types.ts'
import { leadsRepo } from '#server/domains/accounts/leads/leads.repo.ts'
import { toLeadPath } from '#server/domains/accounts/leads/leads.service.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { maskPhone } from '#server/lib/mask.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { addWorkingDays } from '#server/lib/working-days.ts'

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof leadsRepo>['find']>>>

/** Shows the full phone to the operator responsible for the lead, and to one who searched for exactly that number. */
function present(row: Row, operatorId: string, searched?: string): z.input<typeof OperatorLead> {
  const own = row.assignee_id === operatorId
  return {
    id: row.id,
    name: row.name,
    phone: own || row.phone === searched ? row.phone : maskPhone(row.phone),
    company: row.company,
    interest: row.interest as LeadInterest,
    vendor: row.vendor as VendorName | null,
    message: row.message,
    user_id: row.user_id,
    state: row.state as LeadState,
    assignee: row.assignee_id === null ? null : { id: row.assignee_id, nickname: row.assignee_name ?? '' },
    own,
    last_note: row.last_note,
    created_at: row.created_at.toISOString(),
    reply_by: addWorkingDays(row.created_at, limits.contactReplyWorkingDays).toISOString(), // requirements §9
  }
}

async function getDetail(db: Kysely<DB>, { caller }: Context, id: string): Promise<z.input<typeof OperatorLeadDetail>> {
  const row = await leadsRepo(db).find(id)
  if (!row) throw new Refusal('not_found')
  const notes = await leadsRepo(db).notes(id)
  return {
    ...present(row, caller.user_id),
    notes: notes.map(({ author_id: authorId, nickname, at, state, ...note }) => ({
      ...note,
      state: state as LeadState,
      at: at.toISOString(),
      author: { id: authorId, nickname },
    })),
  }
}

export async function listLeads({ deps, caller }: Context, query: Parameters<ReturnType<typeof leadsRepo>['list']>[1]) {
  const { items, total } = await leadsRepo(deps.database.kysely).list(caller.user_id, query)
  return { items: items.map((row) => present(row, caller.user_id, query.keyword)), total }
}

export const getLead = (ctx: Context, id: string) => getDetail(ctx.deps.database.kysely, ctx, id)

export async function listAssignees({ deps }: Context) {
  const db = deps.database.kysely
  return leadsRepo(db).colleagues(await listOperatorsWithRoles(db, accessRoles.operator_support))
}

/** Assigns a lead to an operator on duty; notifies the assignee unless it is the caller. */
export const assignLead = (ctx: Context, id: string, assigneeId: string) =>
  ctx.transaction(async (tx) => {
    const repo = leadsRepo(tx.db)
    const lead = await repo.lock(id)
    if (!lead) throw new Refusal('not_found')
    if (!(await listOperatorsWithRoles(tx.db, accessRoles.operator_support)).includes(assigneeId))
      throw createFieldRefusal('not_found', 'assignee_id', '该同事不能负责售前线索')
    if (lead.assignee_id === assigneeId) throw new Refusal('nothing_to_change')
    const state = lead.state === 'new' ? 'following' : lead.state
    await repo.update(id, { assignee_id: assigneeId, state })
    ctx.audit({ before: { assignee_id: lead.assignee_id ?? '', state: lead.state }, after: { assignee_id: assigneeId, state } })
    if (assigneeId !== ctx.caller.user_id) {
      await notifyUser(tx, {
        user_id: assigneeId,
        class: 'system',
        title: '有一条售前咨询交给你负责',
        content: `${lead.name}${lead.company && `（${lead.company}）`}，关于「${leadInterests[lead.interest as LeadInterest]}」。`,
        link: toLeadPath(id),
      })
    }
    return getDetail(tx.db, ctx, id)
  })

/** Adds a follow-up note and the resulting state. */
export const recordLeadFollowUp = (ctx: Context, id: string, { state, note }: { state: LeadState; note: string }) =>
  ctx.transaction(async (tx) => {
    const repo = leadsRepo(tx.db)
    const lead = await repo.lock(id)
    if (!lead) throw new Refusal('not_found')
    await repo.addNote({ id: newId('note'), lead_id: id, author_id: ctx.caller.user_id, state, note, at: ctx.deps.clock.now() })
    await repo.update(id, { state })
    ctx.audit({ before: { state: lead.state }, after: { state, note } })
    return getDetail(tx.db, ctx, id)
  })

import type { Transaction } from 'kysely'
import { accessRoles, hasOperatorAccess, type Role } from '#contract/access.ts'
import { type ChangeKind, type ChangeRequest, type ChangeStatus, changeKinds } from '#contract/operator/changes.ts'
import type { DB } from '#server/db/types.ts'
import { isOperatorOwnAccount } from '#server/domains/accounts/operator-limits/operator-limits.service.ts'
import { listOperatorsWithRoles, lockAccount } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { changeHandlers } from '#server/domains/operator/change-kinds.ts'
import { type ChangeRequestRow, changesRepo } from '#server/domains/operator/changes.repo.ts'
import { type AuditFacts, diffFacts, isSameFacts } from '#server/domains/operator/facts.ts'
import type { Context } from '#server/http/context.ts'
import type { SessionTokens } from '#server/http/sessions.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const getDecidingDuty = (kind: string) => changeKinds[kind as ChangeKind].decided_by
/** Returns the change kinds a role may decide. */
export const listDecidableKinds = (role: Role): ChangeKind[] =>
  (Object.keys(changeKinds) as ChangeKind[]).filter((kind) => hasOperatorAccess(role, getDecidingDuty(kind)))

const present = (row: ChangeRequestRow, userId: string): ChangeRequest => ({
  id: row.id,
  kind: row.kind as ChangeKind,
  target_id: row.target_id,
  title: row.title,
  reason: row.reason,
  before: row.before as AuditFacts,
  after: row.after as AuditFacts,
  status: row.status as ChangeStatus,
  requested_by: { id: row.requested_by, nickname: row.requester },
  requested_at: row.requested_at.toISOString(),
  decided_by: row.decided_by ? { id: row.decided_by, nickname: row.decider ?? '' } : null,
  decided_at: row.decided_at?.toISOString() ?? null,
  note: row.note,
  own: row.requested_by === userId,
})

const loadChange = async (trx: Transaction<DB>, { caller }: Context, id: string): Promise<ChangeRequest> => {
  const row = await changesRepo(trx).find(caller.user_id, listDecidableKinds(caller.role), id)
  if (!row) throw new Refusal('not_found')
  return present(row, caller.user_id)
}

export async function listChangeRequests(
  { deps, caller }: Context,
  query: { page: number; page_size: number; order?: 'asc' | 'desc'; status?: string; kind?: string; todo?: 'true' },
) {
  const { items, total } = await changesRepo(deps.database.kysely).list(caller.user_id, listDecidableKinds(caller.role), query)
  return { items: items.map((row) => present(row, caller.user_id)), total }
}

export async function getChangeRequest({ deps, caller }: Context, id: string): Promise<ChangeRequest> {
  const row = await changesRepo(deps.database.kysely).find(caller.user_id, listDecidableKinds(caller.role), id)
  if (!row) throw new Refusal('not_found')
  return present(row, caller.user_id)
}

interface ChangeInput {
  kind: ChangeKind
  target_id: string
  /** Describes the change to the approvers. */
  title: (before: AuditFacts) => string | Promise<string>
  after: AuditFacts
  reason: string
}

/** Creates a change request. The target stays untouched until somebody approves. */
export async function requestChange(
  tx: Tx,
  ctx: Context,
  { kind, target_id: targetId, title, after, reason }: ChangeInput,
): Promise<ChangeRequest> {
  const { deps, caller } = ctx
  const before = await changeHandlers[kind].present(tx.db, targetId)
  if (Object.keys(diffFacts(before, after).after).length === 0) throw new Refusal('nothing_to_change')
  const row = {
    id: newId('change'),
    kind,
    target_id: targetId,
    title: await title(before),
    reason,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
    status: 'pending',
    requested_by: caller.user_id,
    requested_at: deps.clock.now(),
  }
  if (!(await changesRepo(tx.db).insert(row))) throw new Refusal('change_pending')
  ctx.audit({ target_id: targetId, before, after: { ...after, change_request: row.id, reason } })
  const deciders = await listOperatorsWithRoles(tx.db, accessRoles[getDecidingDuty(kind)])
  for (const userId of deciders.filter((id) => id !== caller.user_id)) {
    await notifyUser(tx, {
      user_id: userId,
      class: 'review',
      title: `待审批：${row.title}`,
      content: `原因：${reason}。批准后立即生效。`,
      link: `/operator/changes/${row.id}`,
    })
  }
  return loadChange(tx.db, ctx, row.id)
}

/** Locks the pending request; treats a request the caller may not see as not found. */
async function lockPending(trx: Transaction<DB>, { caller }: Context, id: string) {
  const row = await changesRepo(trx).lock(id)
  const own = row?.requested_by === caller.user_id
  // Reads the role again under a lock, so that a role just removed cannot decide.
  const { role, frozen_at: frozenAt } = await lockAccount(trx, caller.user_id)
  const duty = !frozenAt && row !== undefined && hasOperatorAccess(role, getDecidingDuty(row.kind))
  if (!row || (!own && !duty)) throw new Refusal('not_found')
  if (row.status !== 'pending') throw new Refusal('change_closed')
  return { row, own, duty }
}

/**
 * Approves or rejects a change request. Nobody decides their own request (product §10; the table enforces it too) or one about
 * their own account, which they could not request either.
 */
export const decideChange = (
  ctx: Context,
  sessions: SessionTokens,
  id: string,
  verdict: 'approved' | 'rejected',
  note: string | null,
) =>
  ctx.transaction(async (tx) => {
    const { deps, caller } = ctx
    const { row, own, duty } = await lockPending(tx.db, ctx, id)
    if (own) throw new Refusal('own_change')
    if (!duty) throw new Refusal('forbidden')
    const { kind, target_id: targetId } = { ...row, kind: row.kind as ChangeKind }
    const [before, after] = [row.before as AuditFacts, row.after as AuditFacts]
    const whose = await changeHandlers[kind].whose?.(tx.db, targetId, after)
    if (whose && (await isOperatorOwnAccount(tx.db, caller.user_id, whose)))
      throw new Refusal('own_change', { message: '不能审批与自己账号有关的变更，请由其他有权限的运营人员审批' })
    if (verdict === 'approved' && !isSameFacts(await changeHandlers[kind].present(tx.db, targetId), before))
      throw new Refusal('change_outdated')
    await changesRepo(tx.db).update(id, { status: verdict, decided_by: caller.user_id, decided_at: deps.clock.now(), note })
    if (verdict === 'approved') {
      const { reason, requested_by: requestedBy } = row
      const request = { target_id: targetId, before, after, reason, requested_by: requestedBy, decided_by: caller.user_id }
      await changeHandlers[kind].apply(tx, sessions, request)
    }
    ctx.audit(
      verdict === 'approved'
        ? { target_id: targetId, before, after: { ...after, change_request: id } }
        : { target_id: targetId, after: { note: note ?? '' } },
    )
    await notifyUser(tx, {
      user_id: row.requested_by,
      class: 'review',
      title: `${verdict === 'approved' ? '已批准' : '已驳回'}：${row.title}`,
      content: verdict === 'approved' ? '变更已生效。' : `原因：${note}`,
      link: `/operator/changes/${id}`,
    })
    return loadChange(tx.db, ctx, id)
  })

export const withdrawChange = (ctx: Context, id: string) =>
  ctx.transaction(async (tx) => {
    const { row, own } = await lockPending(tx.db, ctx, id)
    if (!own) throw new Refusal('forbidden')
    await changesRepo(tx.db).update(id, { status: 'withdrawn', decided_at: ctx.deps.clock.now() })
    ctx.audit({ target_id: row.target_id, after: { change_request: id, status: 'withdrawn' } })
    return loadChange(tx.db, ctx, id)
  })

export const hasPendingChange = ({ deps }: Context, targetId: string): Promise<boolean> =>
  changesRepo(deps.database.kysely).isPendingFor(targetId)

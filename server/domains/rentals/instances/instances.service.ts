import type { Kysely } from 'kysely'
import { type InstanceAction, instanceActions, instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { listSegmentsWithCharges } from '#server/domains/money/billing/segments.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { type BootStepKey, bootStepTitles, isStillRunning } from '#server/domains/rentals/instances/instances.machine.ts'
import { presentInstance, presentInstances } from '#server/domains/rentals/instances/instances.presenter.ts'
import { type InstanceView, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { type InstanceEventRow, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { findPaidFrom } from '#server/domains/rentals/orders/paid-periods.policy.ts'
import { paidPeriodsRepo } from '#server/domains/rentals/orders/paid-periods.repo.ts'
import type { Context } from '#server/http/context.ts'
import type { Keys } from '#server/keys.ts'
import { toOpaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { DriverError } from '#server/ports/driver-errors.ts'

export async function listInstances({ deps, caller }: Context, query: Parameters<ReturnType<typeof instancesRepo>['list']>[1]) {
  const db = deps.database.kysely
  const { items, total } = await instancesRepo(db).list(caller.user_id, query)
  return { items: await presentInstances(db, items, deps.clock.now()), total }
}

/** Returns an own instance; throws `not_found` for any other, so that foreign and unknown ids look the same. */
export async function getOwnInstance({ deps, caller }: Context, id: string): Promise<InstanceView> {
  const view = await instancesRepo(deps.database.kysely).findView(caller.user_id, id)
  if (!view) throw new Refusal('not_found')
  return view
}

/** Finds the beginning of the bought time that is not over yet. */
async function findOwnPaidFrom(db: Kysely<DB>, { id, expire_at: expireAt }: InstanceView, now: Date): Promise<string | null> {
  if (!expireAt) return null
  return findPaidFrom(await paidPeriodsRepo(db).bought(id), expireAt, now)?.toISOString() ?? null
}

export async function getInstance(ctx: Context, id: string) {
  const { deps } = ctx
  const db = deps.database.kysely
  const view = await getOwnInstance(ctx, id)
  const [row] = await presentInstances(db, [view], deps.clock.now())
  const known = await timelineRepo(db).steps(id, view.boot)
  const keys = Object.keys(bootStepTitles) as BootStepKey[]
  const reached = Math.max(-1, ...known.map((step) => keys.indexOf(step.key as BootStepKey)))
  const steps = keys.map((key, position) => {
    const step = known.find((candidate) => candidate.key === key)
    // An engine may pass through a step between two polls.
    const passed = position < reached ? 'finish' : 'wait'
    const state = !step ? passed : step.failed_at ? 'error' : step.finished_at ? 'finish' : 'process'
    return {
      key,
      title: bootStepTitles[key],
      state: state as 'wait' | 'error' | 'finish' | 'process',
      started_at: step?.started_at.toISOString() ?? null,
      finished_at: (step?.finished_at ?? step?.failed_at)?.toISOString() ?? null,
      detail: step?.detail ?? null,
    }
  })
  return { ...row!, steps, secret_key_name: view.secret_key_name, paid_from: await findOwnPaidFrom(db, view, deps.clock.now()) }
}

/** Throws if the action table does not allow the action in this status. */
export function assertInstanceActionAllowed(action: InstanceAction, status: number): void {
  if (!isActionAllowed(action, status)) {
    throw new Refusal('action_not_allowed', { message: `当前状态不能${instanceActions[action].label}` })
  }
}

export function renameInstance({ deps, caller, transaction }: Context, id: string, nickName: string) {
  return transaction(async (tx) => {
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    assertInstanceActionAllowed('rename', row.status)
    await instancesRepo(tx.db).update(id, { nick_name: nickName })
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at: deps.clock.now(),
      actor: 'user',
      actor_id: caller.user_id,
      kind: 'rename',
      title: '改名',
      detail: `${row.nick_name} → ${nickName}`,
    })
    await publishChange(tx, { user_id: caller.user_id, resource: 'instances', id })
    return presentInstance(tx.db, caller.user_id, id, deps.clock.now())
  })
}

export const presentInstanceEvent = ({ row_ids: rowIds }: Pick<Keys, 'row_ids'>, row: InstanceEventRow) => ({
  id: toOpaqueId(rowIds, 'event', row.id),
  at: row.at.toISOString(),
  actor: row.actor as 'user' | 'operator' | 'system',
  kind: row.kind,
  title: row.title,
  detail: row.detail,
  status: row.status as InstanceView['status'] & (0 | 1 | 2 | 5 | 6 | 7 | 12 | 30 | 31),
  reason: row.reason,
})

export async function listInstanceEvents(
  ctx: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  await getOwnInstance(ctx, id)
  const { items, total } = await timelineRepo(ctx.deps.database.kysely).events(id, query)
  return { items: items.map((row) => presentInstanceEvent(ctx.deps.keys, row)), total }
}

const maxRecentEvents = 10

export async function listRecentEvents({ deps, caller }: Context) {
  const rows = await timelineRepo(deps.database.kysely).recentOfUser(caller.user_id, maxRecentEvents)
  return rows.map((row) => ({
    ...presentInstanceEvent(deps.keys, row),
    instance_id: row.instance_id,
    instance_name: row.instance_name,
  }))
}

export async function countOwnInstances({ deps, caller }: Context) {
  const rows = await instancesRepo(deps.database.kysely).counts(caller.user_id)
  const sum = (some: typeof rows) => some.reduce((total, row) => total + Number(row.n), 0)
  const of = (status: number) => rows.filter((row) => row.status === status)
  return {
    total: sum(rows),
    running: sum(rows.filter(isStillRunning)),
    /** Running instances only. */
    saving: sum(of(instanceStatusCodes.saving).filter(isStillRunning)),
    shut_down: sum(of(instanceStatusCodes.shut_down)),
    abnormal: sum(of(instanceStatusCodes.abnormal)),
  }
}

/** Lists the billing segments; they remain after the instance is released (product §4). */
export async function listSegments(
  { deps, caller }: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const db = deps.database.kysely
  if (!(await instancesRepo(db).everOwned(caller.user_id, id))) throw new Refusal('not_found')
  return listSegmentsWithCharges(deps, id, query)
}

/** Returns the end of the console output; empty if the engine has not created the instance yet. */
export async function readInstanceLogs(ctx: Context, id: string, tail: number): Promise<string[]> {
  const row = await getOwnInstance(ctx, id)
  return ctx.deps.compute.logs(toInstanceRef(ctx.deps, row), { tail }).catch((error: unknown) => {
    if (!(error instanceof DriverError)) throw error
    if (error.code === 'NotFound') return []
    throw new Refusal('compute_unavailable', { message: error.user_message })
  })
}

/** Returns those of the given instances that belong to the user. */
export const listOwnInstanceViews = (db: Kysely<DB>, userId: string, ids: readonly string[]): Promise<InstanceView[]> =>
  instancesRepo(db).ownViews(ids.map((id) => ({ user_id: userId, id })))

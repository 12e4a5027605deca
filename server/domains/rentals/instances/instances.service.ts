import type { Kysely } from 'kysely'
import { type InstanceAction, instance_actions, isAllowed, status_codes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { pageOfSegments } from '#server/domains/money/billing/segments.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { refOf } from '#server/domains/rentals/instances/instance-spec.ts'
import { runsOn, type StepKey, step_titles } from '#server/domains/rentals/instances/instances.machine.ts'
import { presentInstance, presentInstances } from '#server/domains/rentals/instances/instances.presenter.ts'
import { type InstanceView, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { type EventRow, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import type { Context } from '#server/http/context.ts'
import type { Keys } from '#server/keys.ts'
import { opaqueId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { DriverError } from '#server/ports/driver-errors.ts'

export async function listInstances({ deps, caller }: Context, query: Parameters<ReturnType<typeof instancesRepo>['list']>[1]) {
  const db = deps.database.kysely
  const { items, total } = await instancesRepo(db).list(caller.user_id, query)
  return { items: await presentInstances(db, items, deps.clock.now()), total }
}

/** An own instance, or `not_found`: the same answer as for one that never was. */
export async function ownInstance({ deps, caller }: Context, id: string): Promise<InstanceView> {
  const view = await instancesRepo(deps.database.kysely).findView(caller.user_id, id)
  if (!view) throw new Refusal('not_found')
  return view
}

export async function getInstance(ctx: Context, id: string) {
  const { deps } = ctx
  const db = deps.database.kysely
  const view = await ownInstance(ctx, id)
  const [row] = await presentInstances(db, [view], deps.clock.now())
  const known = await timelineRepo(db).steps(id, view.boot)
  const keys = Object.keys(step_titles) as StepKey[]
  const reached = Math.max(-1, ...known.map((step) => keys.indexOf(step.key as StepKey)))
  const steps = keys.map((key, position) => {
    const step = known.find((candidate) => candidate.key === key)
    // An engine may pass through a step faster than it is looked at.
    const passed = position < reached ? 'finish' : 'wait'
    const state = !step ? passed : step.failed_at ? 'error' : step.finished_at ? 'finish' : 'process'
    return {
      key,
      title: step_titles[key],
      state: state as 'wait' | 'error' | 'finish' | 'process',
      started_at: step?.started_at.toISOString() ?? null,
      finished_at: (step?.finished_at ?? step?.failed_at)?.toISOString() ?? null,
      detail: step?.detail ?? null,
    }
  })
  return { ...row!, steps, secret_key_name: view.secret_key_name }
}

/** Refuses what the action table does not allow in a status. */
export function refuseUnlessAllowed(action: InstanceAction, status: number): void {
  if (!isAllowed(action, status)) {
    throw new Refusal('action_not_allowed', { message: `当前状态不能${instance_actions[action].label}` })
  }
}

export function renameInstance({ deps, caller, transaction }: Context, id: string, nick_name: string) {
  return transaction(async (tx) => {
    const row = await instancesRepo(tx.db).lockOwn(caller.user_id, id)
    if (!row) throw new Refusal('not_found')
    refuseUnlessAllowed('rename', row.status)
    await instancesRepo(tx.db).update(id, { nick_name })
    await timelineRepo(tx.db).addEvent({
      instance_id: id,
      at: deps.clock.now(),
      actor: 'user',
      actor_id: caller.user_id,
      kind: 'rename',
      title: '改名',
      detail: `${row.nick_name} → ${nick_name}`,
    })
    await publishChange(tx, { user_id: caller.user_id, resource: 'instances', id })
    return presentInstance(tx.db, caller.user_id, id, deps.clock.now())
  })
}

export const presentEvent = ({ row_ids }: Pick<Keys, 'row_ids'>, row: EventRow) => ({
  id: opaqueId(row_ids, 'event', row.id),
  at: row.at.toISOString(),
  actor: row.actor as 'user' | 'operator' | 'system',
  kind: row.kind,
  title: row.title,
  detail: row.detail,
  status: row.status as InstanceView['status'] & (0 | 1 | 2 | 5 | 6 | 7 | 12 | 30 | 31),
  reason: row.reason,
})

export async function listEvents(ctx: Context, id: string, query: { page: number; page_size: number; order?: 'asc' | 'desc' }) {
  await ownInstance(ctx, id)
  const { items, total } = await timelineRepo(ctx.deps.database.kysely).events(id, query)
  return { items: items.map((row) => presentEvent(ctx.deps.keys, row)), total }
}

const recent_events = 10

export async function recentEvents({ deps, caller }: Context) {
  const rows = await timelineRepo(deps.database.kysely).recentOfUser(caller.user_id, recent_events)
  return rows.map((row) => ({ ...presentEvent(deps.keys, row), instance_id: row.instance_id, instance_name: row.instance_name }))
}

export async function countsOf({ deps, caller }: Context) {
  const rows = await instancesRepo(deps.database.kysely).counts(caller.user_id)
  const sum = (some: typeof rows) => some.reduce((total, row) => total + Number(row.n), 0)
  const of = (status: number) => rows.filter((row) => row.status === status)
  return {
    total: sum(rows),
    running: sum(rows.filter(runsOn)),
    /** Of those that run. */
    saving: sum(of(status_codes.saving).filter(runsOn)),
    shut_down: sum(of(status_codes.shut_down)),
    abnormal: sum(of(status_codes.abnormal)),
  }
}

/** The bills stay when the instance is gone (product §4). */
export async function listSegments(
  { deps, caller }: Context,
  id: string,
  query: { page: number; page_size: number; order?: 'asc' | 'desc' },
) {
  const db = deps.database.kysely
  if (!(await instancesRepo(db).everOwned(caller.user_id, id))) throw new Refusal('not_found')
  return pageOfSegments(deps, id, query)
}

/** The end of the console output; nothing for an instance the engine has not made yet. */
export async function readLogs(ctx: Context, id: string, tail: number): Promise<string[]> {
  const row = await ownInstance(ctx, id)
  return ctx.deps.compute.logs(refOf(ctx.deps, row), { tail }).catch((error: unknown) => {
    if (!(error instanceof DriverError)) throw error
    if (error.code === 'NotFound') return []
    throw new Refusal('compute_unavailable', { message: error.user_message })
  })
}

/** Those of some instances that are one's own. */
export const ownViews = (db: Kysely<DB>, user_id: string, ids: readonly string[]): Promise<InstanceView[]> =>
  instancesRepo(db).ownViews(ids.map((id) => ({ user_id, id })))

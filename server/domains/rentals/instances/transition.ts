import type { Updateable } from 'kysely'
import { type InstanceStatus, instanceStatusCodes, instanceStatuses, type StopReason } from '#contract/instance-actions.ts'
import { writeTogether } from '#server/db/together.ts'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { buildGuardsWake, isRunStart } from '#server/domains/rentals/auto-stop/wake.service.ts'
import { canMoveInstance } from '#server/domains/rentals/instances/instances.machine.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { type NewInstanceEvent, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Tx } from '#server/tx.ts'

export interface InstanceMove {
  to: InstanceStatus
  changes?: Updateable<DB['instances']>
  /** The actor, and the reason if the actor is not the caller. */
  by: Pick<NewInstanceEvent, 'actor' | 'actor_id' | 'detail'>
  title?: string
  detail?: string | null
  reason?: StopReason
}

/**
 * Moves a locked instance to another status: row, timeline and stream in one transaction. Throws if the transition is not
 * allowed.
 */
export async function moveInstance(tx: Tx, row: InstanceRow, move: InstanceMove): Promise<void> {
  if (!canMoveInstance(row.status as InstanceStatus, move.to))
    throw new Error(`instance ${row.id} cannot move from ${row.status} to ${move.to}`)
  const now = tx.now()
  const changes = {
    status: move.to,
    phase_since: now,
    attempts: 0,
    next_reconcile_at: now,
    // An instance told to stop on an unreachable host is still unseen.
    ...(move.to !== instanceStatusCodes.shutting_down && { unseen_since: null }),
    ...move.changes,
  }
  if (changes.next_reconcile_at !== null) wakeWorkers(tx, row.id)
  await writeTogether(tx.db, {
    moved: instancesRepo(tx.db).buildUpdate(row.id, changes),
    event: timelineRepo(tx.db).buildEventInsert({
      instance_id: row.id,
      at: now,
      ...move.by,
      kind: 'status',
      title: move.title ?? instanceStatuses[move.to],
      detail: move.detail ?? move.by.detail ?? null,
      status: move.to,
      reason: move.reason ?? null,
    }),
    guards: buildGuardsWake(tx, row.id, { new_run: isRunStart(row.status, move.to) }),
  })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}

import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { addSshPassword } from '#server/domains/rentals/access/ssh-password.service.ts'
import { buildInstanceSpec, loadBootFacts, toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { computeReconcileStep, toMachineState } from '#server/domains/rentals/instances/instances.machine.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { applyFailure, applyObserved, applyReleased, writeIfUnchanged } from '#server/domains/rentals/reconcile/apply-observed.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { ensureInstanceImage } from '#server/domains/rentals/reconcile/image-pull.service.ts'
import { buildInstanceClaim, findNextClaimTime, postponeRetry, runUnderLease } from '#server/domains/rentals/reconcile/lease.ts'
import { findOverdueReason, overdueReason } from '#server/domains/rentals/reconcile/overdue.service.ts'
import { findCausingRequest } from '#server/http/audit.repo.ts'
import { findCause } from '#server/lib/causing-traces.ts'
import { failTrace, inTrace } from '#server/lib/tracing.ts'
import type { ObservedInstance } from '#server/ports/compute.ts'
import { DiskLost, DriverError } from '#server/ports/driver-errors.ts'
import { inTransaction } from '#server/tx.ts'

const batch = 8
const stopGraceSeconds = 10

/**
 * Claims up to `limit` due instances, starts to move each one step towards its desired state, and returns the running steps.
 * Long-running steps are aborted when the worker is `stopping`.
 */
export async function startDueSteps(deps: Deps, worker: string, limit: number, stopping?: AbortSignal): Promise<Promise<void>[]> {
  const rows = await claimsRepo(deps.database.kysely).claimDue(buildInstanceClaim(deps, worker, Math.min(limit, batch)), 'steps')
  return rows.map((row) => {
    const take = () => reconcileOne(deps, worker, row, stopping)
    const step = computeReconcileStep(toMachineState(row))
    if (step === 'rest') return take()
    return inTrace({ name: `reconcile ${step}`, attributes: { instance: row.id } }, take, findCause(row.id, deps.clock.now()))
  })
}

/** Returns when an instance is next due for a step. */
export const findNextStepTime = (deps: Deps): Promise<Date | null> => findNextClaimTime(deps, 'steps')

async function reconcileOne(deps: Deps, worker: string, row: InstanceRow, stopping?: AbortSignal): Promise<void> {
  try {
    await runUnderLease(deps, worker, row.id, () => takeStep(deps, worker, row, stopping))
  } catch (error) {
    failTrace(error)
    await handleFailure(deps, worker, row, error)
  }
}

async function takeStep(deps: Deps, worker: string, row: InstanceRow, stopping?: AbortSignal): Promise<void> {
  switch (computeReconcileStep(toMachineState(row))) {
    case 'ensure_running':
      return applyObserved(deps, worker, row, await ensureRunning(deps, row, stopping))
    case 'ensure_stopped':
      return applyObserved(
        deps,
        worker,
        row,
        await deps.compute.ensureStopped(toInstanceRef(deps, row), { grace_seconds: stopGraceSeconds }),
      )
    case 'ensure_absent':
      await deps.compute.ensureAbsent(toInstanceRef(deps, row))
      return applyReleased(deps, worker, row)
    case 'rest':
      return markAtRest(deps, worker, row)
  }
}

async function markAtRest({ database }: Deps, worker: string, row: InstanceRow): Promise<void> {
  await database.transaction(async (trx) => {
    const claimed = await instancesRepo(trx).lockClaimed(row.id, worker, row.version)
    if (claimed) await claimsRepo(trx).settle(row.id)
  })
}

/** Starts the instance after making its image present, for as long as the start is wanted. */
async function ensureRunning(deps: Deps, row: InstanceRow, stopping?: AbortSignal): Promise<ObservedInstance> {
  const { clock, compute } = deps
  const facts = await loadBootFacts(deps, row.id)
  if (row.booted_generation === null && !facts.has_password) await addSshPassword(deps, row.id)
  const spec = await buildInstanceSpec(deps, row, facts)
  if (!facts.image_begun)
    await inTransaction(deps, async (tx) => {
      if (await timelineRepo(tx.db).beginStep(row.id, row.boot, 'image', clock.now()))
        await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
    })
  // An image of one host only cannot be had on another; an instance that moved has its whole disk.
  if (!(facts.image_elsewhere && spec.expects?.system)) await ensureInstanceImage(deps, row, spec.image, stopping)
  return compute.ensureRunning(spec)
}

async function handleFailure(deps: Deps, worker: string, row: InstanceRow, error: unknown): Promise<void> {
  const known = error instanceof DriverError
  if (!known)
    deps.log.error(
      { err: error, instance: row.id, ...(await findCausingRequest(deps.database.kysely, row.id)) },
      'reconcile failed',
    )
  if (known && !error.retryable && row.desired === 'running' && !row.restarting)
    return applyFailure(deps, worker, row, {
      reason: error.code,
      why: error.user_message,
      left: error instanceof DiskLost ? error.left : undefined,
    })
  const late = await findOverdueReason(deps, deps.database.kysely, row)
  if (late) return applyFailure(deps, worker, row, { reason: overdueReason, why: late })
  // If the row has changed meanwhile, it is due at once, without the retry delay.
  await writeIfUnchanged(deps, worker, row, (tx) => postponeRetry(tx.db, deps, worker, row))
}

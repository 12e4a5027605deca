import type { Deps } from '#server/deps.ts'
import { computeReconcileStep, toMachineState } from '#server/domains/rentals/instances/instances.machine.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { findOverdueReason } from '#server/domains/rentals/reconcile/overdue.service.ts'

const checkIntervalMs = 2_000

/** Whether the claimed start is still wanted: same generation and desired state, and not overdue. */
async function isWanted(deps: Deps, claimed: InstanceRow, movedAt: () => Date | undefined): Promise<boolean> {
  const { kysely } = deps.database
  if (await findOverdueReason(deps, kysely, claimed, movedAt())) return false
  const row = await instancesRepo(kysely).find(claimed.id)
  return (
    row !== undefined && row.generation === claimed.generation && computeReconcileStep(toMachineState(row)) === 'ensure_running'
  )
}

/**
 * Runs the long work of a start, and aborts it once the start is no longer wanted or the worker is `stopping`; the next worker
 * continues. `movedAt` returns the time of the last progress.
 */
export async function runUntilSuperseded<T>(
  deps: Deps,
  claimed: InstanceRow,
  { stopping, movedAt }: { stopping: AbortSignal | undefined; movedAt: () => Date | undefined },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, log } = deps
  const [done, unwanted] = [new AbortController(), new AbortController()]
  if (stopping?.aborted) unwanted.abort()
  stopping?.addEventListener('abort', () => unwanted.abort(), { once: true, signal: done.signal })
  const look = async () => {
    while (!unwanted.signal.aborted) {
      await clock.sleep(checkIntervalMs, done.signal)
      if (done.signal.aborted) return
      const wanted = await isWanted(deps, claimed, movedAt).catch((error) => {
        log.error({ err: error, instance: claimed.id }, 'looking after a start failed')
        return true
      })
      if (!wanted) unwanted.abort()
    }
  }
  const looking = look()
  try {
    return await work(unwanted.signal)
  } finally {
    done.abort()
    await looking
  }
}

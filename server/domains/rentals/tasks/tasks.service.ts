import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { restedColumns, writeIfUnchanged } from '#server/domains/rentals/reconcile/apply-observed.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { buildInstanceClaim, findNextClaimTime, postponeRetry, runUnderLease } from '#server/domains/rentals/reconcile/lease.ts'
import { cloneTask } from '#server/domains/rentals/tasks/clone.task.ts'
import { migrateTask } from '#server/domains/rentals/tasks/migrate.task.ts'
import { saveImageTask } from '#server/domains/rentals/tasks/save-image.task.ts'
import type { TaskKind } from '#server/domains/rentals/tasks/task-kind.ts'
import { type InstanceTaskRow, instanceTasksRepo } from '#server/domains/rentals/tasks/tasks.repo.ts'
import { findCausingRequest } from '#server/http/audit.repo.ts'
import { findCause } from '#server/lib/causing-traces.ts'
import { failTrace, inTrace } from '#server/lib/tracing.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const taskKinds: Record<string, TaskKind> = { save_image: saveImageTask, migrate: migrateTask, clone: cloneTask }
/** A task that still fails after this long is given up. */
const maxTaskMs = 60 * 60_000
const timedOutText = '超过 1 小时没有完成，已停止尝试。'
const internalErrorText = '平台内部错误。'

/**
 * Claims up to `limit` instances with due tasks and returns the running work. A worker may die at any point: the next one that
 * claims the row repeats the same idempotent calls (docs/decisions/014).
 */
export async function startDueTasks(deps: Deps, worker: string, limit: number): Promise<Promise<void>[]> {
  const rows = await claimsRepo(deps.database.kysely).claimDue(buildInstanceClaim(deps, worker, limit), 'tasks')
  return rows.map((row) =>
    inTrace(
      { name: 'instance task', attributes: { instance: row.id } },
      () => runTask(deps, worker, row),
      findCause(row.id, deps.clock.now()),
    ),
  )
}

/** Returns when the next instance task is due. */
export const findNextTaskTime = (deps: Deps): Promise<Date | null> => findNextClaimTime(deps, 'tasks')

async function runTask(deps: Deps, worker: string, row: InstanceRow): Promise<void> {
  const task = await instanceTasksRepo(deps.database.kysely).get(row.task_id!)
  const kind = taskKinds[task.kind]!
  try {
    if (task.failure === null) await advanceTask(deps, worker, row, task, kind)
    else await abandonTask(deps, worker, row, task, kind)
  } catch (error) {
    failTrace(error)
    await handleFailure(deps, worker, row, task, error)
  }
}

async function advanceTask(deps: Deps, worker: string, row: InstanceRow, task: InstanceTaskRow, kind: TaskKind): Promise<void> {
  const percent = createPercentReporter(deps, row, task, kind)
  const finish = await runUnderLease(deps, worker, row.id, () => kind.run(deps, row, task, percent.note).finally(percent.stored))
  await writeIfUnchanged(deps, worker, row, async (tx, locked) => {
    await restoreInstance(tx, locked, task, kind.done)
    await finish(tx, locked)
  })
}

async function abandonTask(deps: Deps, worker: string, row: InstanceRow, task: InstanceTaskRow, kind: TaskKind): Promise<void> {
  await runUnderLease(deps, worker, row.id, () => kind.clear(deps, row, task))
  await writeIfUnchanged(deps, worker, row, async (tx, locked) => {
    await restoreInstance(tx, locked, task, kind.failed, task.failure)
    await kind.givenUp(task, task.failure!)(tx, locked)
  })
}

/** Returns the instance to its previous state. */
async function restoreInstance(
  tx: Tx,
  row: InstanceRow,
  task: InstanceTaskRow,
  title: string,
  detail: string | null = null,
): Promise<void> {
  await instanceTasksRepo(tx.db).end(task.id, tx.now())
  await moveInstance(tx, row, {
    to: row.desired === 'running' ? instanceStatusCodes.running : instanceStatusCodes.shut_down,
    changes: { ...restedColumns, task_id: null },
    by: { actor: 'system' },
    title,
    detail,
  })
}

async function handleFailure(deps: Deps, worker: string, row: InstanceRow, task: InstanceTaskRow, error: unknown): Promise<void> {
  const known = error instanceof DriverError
  if (!known) {
    const cause = await findCausingRequest(deps.database.kysely, row.id)
    deps.log.error({ err: error, instance: row.id, task: task.id, ...cause }, 'long work failed')
  }
  const now = deps.clock.now()
  const late = now.getTime() - task.started_at.getTime() > maxTaskMs
  const why = known && !error.retryable ? error.user_message : late ? (known ? timedOutText : internalErrorText) : undefined
  // A failed task is only cleaned up, and retried until that succeeds.
  if (why === undefined || task.failure !== null) return postponeRetry(deps.database.kysely, deps, worker, row)
  await instanceTasksRepo(deps.database.kysely).fail(task.id, why)
  await claimsRepo(deps.database.kysely).dropLease(row.id, worker, now)
}

/**
 * Stores the progress at each new whole percent. Writes run one after the other, so that an older value never overwrites a newer
 * one; of the values that had to wait only the newest is written. `stored` resolves when all writes are done.
 */
function createPercentReporter(deps: Deps, row: InstanceRow, task: InstanceTaskRow, kind: TaskKind) {
  const { log } = deps
  let last = task.percent
  let writing = Promise.resolve()
  const write = (whole: number) =>
    inTransaction(deps, async (tx) => {
      await instanceTasksRepo(tx.db).setPercent(task.id, whole)
      await kind.further?.(task)(tx, row)
    }).catch((error) => log.warn({ err: error }, 'progress not stored'))
  return {
    note: (percent: number): void => {
      const whole = Math.min(100, Math.floor(percent))
      if (whole <= last) return
      last = whole
      writing = writing.then(() => (whole === last ? write(whole) : undefined))
    },
    stored: () => writing,
  }
}

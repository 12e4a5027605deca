import { status_codes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { at_rest, writeBack } from '#server/domains/rentals/reconcile/apply-observed.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { claimOf, nextClaim, retryLater, underLease } from '#server/domains/rentals/reconcile/lease.ts'
import { clone_task } from '#server/domains/rentals/tasks/clone.task.ts'
import { migrate_task } from '#server/domains/rentals/tasks/migrate.task.ts'
import { save_image_task } from '#server/domains/rentals/tasks/save-image.task.ts'
import type { TaskKind } from '#server/domains/rentals/tasks/task-kind.ts'
import { type TaskRow, tasksRepo } from '#server/domains/rentals/tasks/tasks.repo.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const kinds: Record<string, TaskKind> = { save_image: save_image_task, migrate: migrate_task, clone: clone_task }
/** After this long what still fails is given up. */
const limit_ms = 60 * 60_000
const timed_out = '超过 1 小时没有完成，已停止尝试。'
const failed_inside = '平台内部错误。'

/**
 * Claims up to `limit` instances whose long work is due and begins to carry it on: the work under way. A worker may die
 * after any line: whoever claims the row next does the same calls again, which have one effect (docs/decisions/014).
 */
export async function beginTasks(deps: Deps, worker: string, limit: number): Promise<Promise<void>[]> {
  const rows = await claimsRepo(deps.database.kysely).claimDue(claimOf(deps, worker, limit), 'tasks')
  return rows.map((row) => workOn(deps, worker, row))
}

/** When the long work of an instance is next due. */
export const nextTaskDue = (deps: Deps): Promise<Date | null> => nextClaim(deps, 'tasks')

async function workOn(deps: Deps, worker: string, row: InstanceRow): Promise<void> {
  const task = await tasksRepo(deps.database.kysely).get(row.task_id!)
  const kind = kinds[task.kind]!
  try {
    if (task.failure === null) await carryOn(deps, worker, row, task, kind)
    else await giveUp(deps, worker, row, task, kind)
  } catch (error) {
    await handleFailure(deps, worker, row, task, error)
  }
}

async function carryOn(deps: Deps, worker: string, row: InstanceRow, task: TaskRow, kind: TaskKind): Promise<void> {
  const percent = percentOf(deps, row, task, kind)
  const finish = await underLease(deps, worker, row.id, () => kind.run(deps, row, task, percent.note).finally(percent.stored))
  await writeBack(deps, worker, row, async (tx, locked) => {
    await comeBack(tx, locked, task, kind.done)
    await finish(tx, locked)
  })
}

async function giveUp(deps: Deps, worker: string, row: InstanceRow, task: TaskRow, kind: TaskKind): Promise<void> {
  await underLease(deps, worker, row.id, () => kind.clear(deps, row, task))
  await writeBack(deps, worker, row, async (tx, locked) => {
    await comeBack(tx, locked, task, kind.failed, task.failure)
    await kind.givenUp(task, task.failure!)(tx, locked)
  })
}

/** The instance is again what it was before. */
async function comeBack(tx: Tx, row: InstanceRow, task: TaskRow, title: string, detail: string | null = null): Promise<void> {
  await tasksRepo(tx.db).end(task.id, tx.now())
  await moveInstance(tx, row, {
    to: row.desired === 'running' ? status_codes.running : status_codes.shut_down,
    changes: { ...at_rest, task_id: null },
    by: { actor: 'system' },
    title,
    detail,
  })
}

async function handleFailure(deps: Deps, worker: string, row: InstanceRow, task: TaskRow, error: unknown): Promise<void> {
  const known = error instanceof DriverError
  if (!known) deps.log.error({ err: error, instance: row.id, task: task.id }, 'long work failed')
  const now = deps.clock.now()
  const late = now.getTime() - task.started_at.getTime() > limit_ms
  const why = known && !error.retryable ? error.user_message : late ? (known ? timed_out : failed_inside) : undefined
  // What is given up already is only cleared away, for as long as that takes.
  if (why === undefined || task.failure !== null) return retryLater(deps.database.kysely, deps, worker, row)
  await tasksRepo(deps.database.kysely).fail(task.id, why)
  await claimsRepo(deps.database.kysely).dropLease(row.id, worker, now)
}

/**
 * Stores how far it is, at each whole percent that is more: one after the other, or an earlier one might be written last, and
 * the newest of those that had to wait. `stored` resolves when none is left to be written.
 */
function percentOf(deps: Deps, row: InstanceRow, task: TaskRow, kind: TaskKind) {
  const { log } = deps
  let last = task.percent
  let writing = Promise.resolve()
  const write = (whole: number) =>
    inTransaction(deps, async (tx) => {
      await tasksRepo(tx.db).setPercent(task.id, whole)
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

import type { Deps } from '#server/deps.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { InstanceTaskRow } from '#server/domains/rentals/tasks/tasks.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Writes the result to the locked row. */
type Outcome = (tx: Tx, row: InstanceRow) => Promise<void>

/** A kind of long task. `run` and `clear` call the engine and are idempotent; outcomes only write to the database. */
export interface TaskKind {
  /** Titles on the timeline. */
  done: string
  failed: string
  /** Returns the outcome to write once the instance is back in its previous state. */
  run(deps: Deps, row: InstanceRow, task: InstanceTaskRow, onPercent: (percent: number) => void): Promise<Outcome>
  /** Publishes progress to views that show something other than the instance. */
  further?(task: InstanceTaskRow): Outcome
  /** Removes from the engine whatever may have been created before the task failed. */
  clear(deps: Deps, row: InstanceRow, task: InstanceTaskRow): Promise<void>
  /** Returns the outcome to write after `clear`. `why` ends with a full stop. */
  givenUp(task: InstanceTaskRow, why: string): Outcome
}

import type { Deps } from '#server/deps.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import type { InstanceTaskRow } from '#server/domains/rentals/tasks/tasks.repo.ts'
import type { Tx } from '#server/tx.ts'

/** Writes down, on the locked row, what has become true. */
type Outcome = (tx: Tx, row: InstanceRow) => Promise<void>

/** One kind of long work. `run` and `clear` call the engine, any number of times with one effect; outcomes only write. */
export interface TaskKind {
  /** Titles on the timeline. */
  done: string
  failed: string
  /** Answers what to write once the instance is back in the state before. */
  run(deps: Deps, row: InstanceRow, task: InstanceTaskRow, onPercent: (percent: number) => void): Promise<Outcome>
  /** Says that it is further along, to those who watch something else than the instance. */
  further?(task: InstanceTaskRow): Outcome
  /** Takes from the engine what may have been made before it was given up. */
  clear(deps: Deps, row: InstanceRow, task: InstanceTaskRow): Promise<void>
  /** What to write after that. `why` ends with a full stop. */
  givenUp(task: InstanceTaskRow, why: string): Outcome
}

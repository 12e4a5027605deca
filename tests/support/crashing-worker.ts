import type { Deps } from '#server/deps.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { startDueTasks } from '#server/domains/rentals/tasks/tasks.service.ts'
import { finishSteps } from '#tests/support/worker.ts'

const died = new Error('the worker has died')
let workers = 0
/** Makes the engine do something. */
const moves: ReadonlySet<string | symbol> = new Set([
  'ensureRunning',
  'ensureStopped',
  'ensureAbsent',
  'snapshot',
  'copyImage',
  'removeImage',
  'relocate',
  'copyDataDisk',
])

/**
 * A worker that takes one due instance and dies, before the engine call or after it but before any write.
 * Its lease on the instance frees the instance when it expires.
 */
export async function runCrashingWorker(
  deps: Deps,
  when: 'before_call' | 'after_call',
  lane: 'steps' | 'tasks' = 'steps',
): Promise<void> {
  let dead = false
  const dies = () => {
    dead = true
    throw died
  }
  const alive = () => {
    if (dead) throw died
  }
  const compute = new Proxy(deps.compute, {
    get(target, name) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      const bound = method.bind(target) as (...args: unknown[]) => Promise<unknown>
      if (!moves.has(name)) return bound
      return async (...args: unknown[]) => {
        if (when === 'before_call') dies()
        await bound(...args)
        return dies()
      }
    },
  })
  const database = new Proxy(deps.database, {
    get(target, name) {
      alive()
      return Reflect.get(target, name) as unknown
    },
  })
  const log = new Proxy(deps.log, { get: () => () => undefined })
  const doomed = { ...deps, compute, database, log }
  const name = `doomed-${workers++}`
  const begin = lane === 'steps' ? startDueSteps : startDueTasks
  await finishSteps(begin(doomed, name, 1)).catch((error) => {
    if (error !== died) throw error
  })
}

import type { Deps } from '#server/deps.ts'
import { startDueSteps } from '#server/domains/rentals/reconcile/reconcile.service.ts'
import { startDueTasks } from '#server/domains/rentals/tasks/tasks.service.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { finishSteps } from '#tests/support/worker.ts'

const moves = ['ensureRunning', 'ensureStopped', 'ensureAbsent', 'snapshot', 'relocate', 'copyDataDisk'] as const
let workers = 0

/**
 * A worker that takes one due instance and is suspended as it calls the engine: its timers stand, so its lease expires and others
 * take over. What is returned lets it go on: its call lands, however late, and it ends.
 */
export async function startSuspendedWorker(deps: Deps, lane: 'steps' | 'tasks'): Promise<() => Promise<void>> {
  const stands = new AbortController()
  const resumed = new Promise<void>((resolve) => stands.signal.addEventListener('abort', () => resolve()))
  let suspend: () => void = () => undefined
  const suspended = new Promise<void>((resolve) => {
    suspend = resolve
  })
  const compute = new Proxy(deps.compute, {
    get(target, name: keyof ComputeDriver) {
      const method = Reflect.get(target, name) as unknown
      if (typeof method !== 'function') return method
      const bound = method.bind(target) as (...args: unknown[]) => Promise<unknown>
      if (!moves.some((move) => move === name)) return bound
      return async (...args: unknown[]) => {
        suspend()
        await resumed
        return bound(...args)
      }
    },
  })
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    if (stands.signal.aborted) return deps.clock.sleep(ms, signal)
    await new Promise<void>((wake) => {
      void resumed.then(() => wake())
      signal?.addEventListener('abort', () => wake(), { once: true })
    })
  }
  const clock = { now: () => deps.clock.now(), sleep }
  const begin = lane === 'steps' ? startDueSteps : startDueTasks
  const done = finishSteps(begin({ ...deps, compute, clock }, `suspended-${workers++}`, 1))
  await Promise.race([suspended, done])
  return async () => {
    stands.abort()
    await done
  }
}

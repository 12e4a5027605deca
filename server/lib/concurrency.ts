import { Mutex } from 'async-mutex'
import type { FastifyBaseLogger } from 'fastify'

/** Runs the tasks of one key one at a time, in order, even if an earlier task fails; different keys run in parallel. */
export class KeyedMutex {
  readonly #mutexes = new Map<string, Mutex>()

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mutex = this.#mutexes.get(key) ?? new Mutex()
    this.#mutexes.set(key, mutex)
    try {
      return await mutex.runExclusive(work)
    } finally {
      if (!mutex.isLocked() && this.#mutexes.get(key) === mutex) this.#mutexes.delete(key)
    }
  }
}

/** Runs a task for each item separately: a failure is logged, and the other items still run. */
export async function forEachIsolated<T>(
  items: Iterable<T>,
  { log }: { log: FastifyBaseLogger },
  what: string,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items) {
    await work(item).catch((error: unknown) => log.error({ err: error, item }, `${what} failed`))
  }
}

/** Allows one run of `work` at a time: callers during a run share its result or failure. */
export function withSingleFlight<Asked extends unknown[], T>(
  work: (...asked: Asked) => Promise<T>,
): (...asked: Asked) => Promise<T> {
  let flight: Promise<T> | undefined
  return (...asked) => {
    flight ??= work(...asked).finally(() => {
      flight = undefined
    })
    return flight
  }
}

import { Mutex } from 'async-mutex'
import type { FastifyBaseLogger } from 'fastify'

/** Work of one key runs one at a time, in the order asked, whether the work before it failed or not; different keys do not wait. */
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

/** Does something for each item by itself: one that fails is logged, and the others still get their turn. */
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

/** `runWorker` once at a time: whoever asks while it is under way is given the same answer, or the same failure. */
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

import { setImmediate } from 'node:timers/promises'
import type { Clock } from '#server/ports/clock.ts'

interface Sleeper {
  due: number
  order: number
  wake: () => void
}

/**
 * A clock that moves only when a test moves it.
 * `advance` lets time pass and wakes sleepers; `jump` sets the wall clock without time passing.
 */
export class HeldClock implements Clock {
  #now: number
  #order = 0
  #sleepers: Sleeper[] = []

  constructor(start: Date = new Date('2026-01-01T00:00:00.000Z')) {
    this.#now = start.getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  /** Number of sleeps in progress: when the code under test does real I/O first, wait for it to rise before advancing. */
  get sleeping(): number {
    return this.#sleepers.length
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted || !(ms > 0)) return Promise.resolve()
    return new Promise((resolve) => {
      const sleeper: Sleeper = { due: this.#now + ms, order: this.#order++, wake: () => finish() }
      const finish = () => {
        signal?.removeEventListener('abort', finish)
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper)
        resolve()
      }
      signal?.addEventListener('abort', finish, { once: true })
      this.#sleepers.push(sleeper)
    })
  }

  /** Lets `ms` pass. Sleepers wake in order at their own time; what they start may sleep and wake again within `ms`. */
  async advance(ms: number): Promise<void> {
    let left = ms
    await setImmediate()
    for (let next = this.#first(left); next; next = this.#first(left)) {
      const step = Math.max(0, next.due - this.#now)
      this.#now += step
      left -= step
      next.wake()
      await setImmediate()
    }
    this.#now += left
    await setImmediate()
  }

  /** Moves the wall clock by `ms`, forward or back. Sleepers keep their remaining time, as real timers do. */
  jump(ms: number): void {
    this.#now += ms
    for (const sleeper of this.#sleepers) sleeper.due += ms
  }

  #first(within: number): Sleeper | undefined {
    const limit = this.#now + within
    return this.#sleepers.filter((sleeper) => sleeper.due <= limit).sort((a, b) => a.due - b.due || a.order - b.order)[0]
  }
}

import type { Clock } from '#server/ports/clock.ts'

/** A clock that stands still until the story moves it on. Whoever sleeps on it only wakes when cancelled. */
export class TravelledClock implements Clock {
  #now: number

  constructor(start: Date) {
    this.#now = start.getTime()
  }

  now(): Date {
    return new Date(this.#now)
  }

  sleep(_ms: number, signal?: AbortSignal): Promise<void> {
    if (!signal || signal.aborted) return Promise.resolve()
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }

  /** Moves on to `at`; never back. */
  moveTo(at: Date): void {
    this.#now = Math.max(this.#now, at.getTime())
  }
}

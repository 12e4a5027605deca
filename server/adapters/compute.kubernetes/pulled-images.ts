import type { Clock } from '#server/ports/clock.ts'

const freshPullMs = 10 * 60_000

/** What nodes had a while ago, they have: a start asks at every step, and its own pod pulls what a node has thrown away since. */
export class PulledImages {
  readonly #clock: Clock
  readonly #at = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  isFresh(key: string): boolean {
    return this.#clock.now().getTime() - (this.#at.get(key) ?? 0) < freshPullMs
  }

  note(key: string): void {
    for (const known of this.#at.keys()) if (!this.isFresh(known)) this.#at.delete(known)
    this.#at.set(key, this.#clock.now().getTime())
  }
}

import { runWithSignals } from '#server/adapters/compute.shared/linked-signal.ts'
import type { Clock } from '#server/ports/clock.ts'

/** Signals that an instance changed; a waiter never misses a change. */
export class ChangeSignal {
  #version = 0
  readonly #listeners = new Set<(id: string) => void>()

  get version(): number {
    return this.#version
  }

  ring(id: string): void {
    this.#version += 1
    for (const listener of [...this.#listeners]) listener(id)
  }

  listen(listener: (id: string) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Waits `ms`, or until a ring after `version` was read, or until `signal` aborts. */
  async wait(clock: Clock, ms: number, version: number, signal: AbortSignal): Promise<void> {
    if (this.#version !== version) return
    const rung = new AbortController()
    const leave = this.listen(() => rung.abort())
    await runWithSignals([signal, rung.signal], (either) => clock.sleep(ms, either))
    leave()
  }
}

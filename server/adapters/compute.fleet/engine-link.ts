import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { EngineDriver } from '#server/ports/disk-transfer.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

const firstRetryMs = 5_000
const longestRetryMs = 30_000
/** How long an engine may take to say that it is well. */
const healthPatienceMs = 5_000

/** How calls get to one engine of the fleet, or why they do not. */
export interface EngineLink {
  /** It must not be spoken to, which is no outage. */
  readonly closed: boolean
  /** Why the engine does not answer; undefined if it does, as far as is known. */
  readonly problem: string | undefined
  /** Makes a call. Throws DriverUnavailable at once while the engine is silent. */
  ask<T>(call: (driver: EngineDriver) => Promise<T>): Promise<T>
  /** Asks the engine whether it is well; afterwards `problem` says so. */
  examine(): Promise<void>
  health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }>
  close(): Promise<void>
}

/** An engine that must not be spoken to. */
export const createClosedLink = (problem: string): EngineLink => ({
  closed: true,
  problem,
  ask: () => Promise.reject(new DriverUnavailable(problem)),
  examine: async () => undefined,
  health: async () => ({ ok: false, problem }),
  close: async () => undefined,
})

/**
 * While the engine is silent, calls fail at once; it is asked again after 5 seconds, then ever more rarely, up to half a minute:
 * nobody waits for a dead host twice.
 */
export class OpenLink implements EngineLink {
  readonly closed = false
  readonly #driver: EngineDriver
  readonly #clock: Clock
  #silence: { problem: string; retry_at: number; wait_ms: number } | undefined
  readonly examine = withSingleFlight(() => this.#examineNow())

  constructor(driver: EngineDriver, clock: Clock) {
    this.#driver = driver
    this.#clock = clock
  }

  get problem(): string | undefined {
    return this.#silence?.problem
  }

  async ask<T>(call: (driver: EngineDriver) => Promise<T>): Promise<T> {
    if (this.#silence && this.#isDue(this.#silence.retry_at)) await this.examine()
    if (this.#silence) throw new DriverUnavailable(this.#silence.problem)
    try {
      return await call(this.#driver)
    } catch (error) {
      if (error instanceof DriverUnavailable) await this.examine()
      throw error
    }
  }

  health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }> {
    return this.#driver.health(signal)
  }

  close(): Promise<void> {
    return this.#driver.close()
  }

  async #examineNow(): Promise<void> {
    const { ok, problem = '没有应答' } = await this.#askHealth()
    if (ok) {
      this.#silence = undefined
      return
    }
    const waitMs = this.#silence ? Math.min(longestRetryMs, this.#silence.wait_ms * 2) : firstRetryMs
    this.#silence = { problem, wait_ms: waitMs, retry_at: this.#clock.now().getTime() + waitMs }
  }

  async #askHealth(): Promise<{ ok: boolean; problem?: string }> {
    const done = new AbortController()
    const late = this.#clock.sleep(healthPatienceMs, done.signal).then(() => ({ ok: false }))
    try {
      return await Promise.race([this.#driver.health(done.signal), late])
    } finally {
      done.abort()
    }
  }

  /** A clock that was set back makes nobody wait longer. */
  #isDue(retryAt: number): boolean {
    const aheadMs = retryAt - this.#clock.now().getTime()
    return aheadMs <= 0 || aheadMs > longestRetryMs
  }
}

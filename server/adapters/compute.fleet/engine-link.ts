import { withSingleFlight } from '#server/lib/concurrency.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

const firstRetryMs = 5_000
const longestRetryMs = 60_000
/** How long an engine may take to say that it is well. */
const healthPatienceMs = 5_000

/**
 * One engine of the fleet. While it is silent, calls fail at once; it is asked again after 5 seconds, then ever more rarely, up
 * to a minute: nobody waits for a dead host twice.
 */
export class EngineLink {
  readonly driver: ComputeDriver
  readonly #clock: Clock
  #silence: { problem: string; retry_at: number; wait_ms: number } | undefined
  /** Asks the engine whether it is well; afterwards `problem` says so. */
  readonly examine = withSingleFlight(() => this.#examineNow())

  constructor(driver: ComputeDriver, clock: Clock) {
    this.driver = driver
    this.#clock = clock
  }

  /** Why the engine does not answer; undefined if it does, as far as is known. */
  get problem(): string | undefined {
    return this.#silence?.problem
  }

  /** Makes a call. Throws DriverUnavailable at once while the engine is silent. */
  async ask<T>(call: (driver: ComputeDriver) => Promise<T>): Promise<T> {
    if (this.#silence && this.#isDue(this.#silence.retry_at)) await this.examine()
    if (this.#silence) throw new DriverUnavailable(this.#silence.problem)
    try {
      return await call(this.driver)
    } catch (error) {
      if (error instanceof DriverUnavailable) await this.examine()
      throw error
    }
  }

  async #examineNow(): Promise<void> {
    const { ok, problem = '没有应答' } = await this.driver.health(AbortSignal.timeout(healthPatienceMs))
    if (ok) {
      this.#silence = undefined
      return
    }
    const waitMs = this.#silence ? Math.min(longestRetryMs, this.#silence.wait_ms * 2) : firstRetryMs
    this.#silence = { problem, wait_ms: waitMs, retry_at: this.#clock.now().getTime() + waitMs }
  }

  /** A clock that was set back makes nobody wait longer. */
  #isDue(retryAt: number): boolean {
    const aheadMs = retryAt - this.#clock.now().getTime()
    return aheadMs <= 0 || aheadMs > longestRetryMs
  }
}

import { describePullFailure } from '#server/adapters/compute.shared/pull-faults.ts'
import type { InstanceRef, InstanceSpec, ObservedInstance } from '#server/ports/compute.ts'
import { formatEngineMessage } from './engine-errors.ts'

interface Pull {
  spec: InstanceSpec
  cancel: AbortController
  failed?: Pick<ObservedInstance, 'reason' | 'message'>
}

/** Starts that wait for their image, and starts whose pull failed. No container exists yet to represent them. */
export class PendingPulls {
  readonly #pulls = new Map<string, Pull>()

  /**
   * Begins in the background: `fetch` pulls the image, then `start` creates the container once it has the lock and `take`
   * returns true.
   */
  begin(
    spec: InstanceSpec,
    fetch: (signal: AbortSignal) => Promise<void>,
    start: (take: () => boolean) => Promise<void>,
    done: () => void,
  ): void {
    const pull: Pull = { spec, cancel: new AbortController() }
    this.#pulls.set(spec.id, pull)
    void this.#work(pull, fetch, start).finally(done)
  }

  /** Returns the state of a pull of exactly this generation. */
  observed(ref: InstanceRef, now: Date): ObservedInstance | undefined {
    const pull = this.#pulls.get(ref.id)
    return pull?.spec.generation === ref.generation ? toObservedPull(pull, now) : undefined
  }

  all(now: Date): ObservedInstance[] {
    return [...this.#pulls.values()].map((pull) => toObservedPull(pull, now))
  }

  has(id: string): boolean {
    return this.#pulls.has(id)
  }

  /** Cancels and drops the pull of an instance up to this generation, even if it has failed. */
  cancel(ref: InstanceRef): void {
    const pull = this.#pulls.get(ref.id)
    if (!pull || pull.spec.generation > ref.generation) return
    pull.cancel.abort()
    this.#pulls.delete(ref.id)
  }

  cancelAll(): void {
    for (const { spec } of this.#pulls.values()) this.cancel(spec)
  }

  async #work(
    pull: Pull,
    fetch: (signal: AbortSignal) => Promise<void>,
    start: (take: () => boolean) => Promise<void>,
  ): Promise<void> {
    try {
      await fetch(pull.cancel.signal)
    } catch (error) {
      pull.failed = describePullFailure(pull.spec.image, error, formatEngineMessage(error))
      return
    }
    if (pull.cancel.signal.aborted) return
    await start(() => this.#take(pull)).catch(() => undefined) // the caller retries the start and then gets the error
  }

  /** Hands a pull over to its start; false if it was cancelled while the start waited for the lock. */
  #take(pull: Pull): boolean {
    return this.#pulls.get(pull.spec.id) === pull && this.#pulls.delete(pull.spec.id)
  }
}

function toObservedPull({ spec, failed }: Pull, now: Date): ObservedInstance {
  const ref = { installation_id: spec.installation_id, id: spec.id, generation: spec.generation }
  return { ref, phase: failed ? 'failed' : 'pulling', ...failed, observed_at: now }
}

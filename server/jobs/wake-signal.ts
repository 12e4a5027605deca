import type { Clock } from '#server/ports/clock.ts'

export interface WakeSignal {
  ring(): void
  /** Resolves after `ms` or on a ring; immediately if it rang since the last rest, or if `signal` is aborted. */
  rest(ms: number): Promise<void>
}

/** Lets a loop sleep between checks without missing a wake-up in the meantime. */
export function createWakeSignal(clock: Clock, signal: AbortSignal): WakeSignal {
  let rung = new AbortController()
  const ring = () => rung.abort()
  // Linked once: calling `AbortSignal.any` per rest would leak a little memory on the long-lived signal.
  signal.addEventListener('abort', ring, { once: true })
  return {
    ring,
    rest: async (ms) => {
      await clock.sleep(ms, rung.signal)
      if (!signal.aborted) rung = new AbortController()
    },
  }
}

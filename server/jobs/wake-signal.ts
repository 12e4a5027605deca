import type { Clock } from '#server/ports/clock.ts'

export interface WakeSignal {
  ring(): void
  /** Ends after `ms`, or as soon as it rings; at once when it rang since the last rest, or when `signal` is aborted. */
  rest(ms: number): Promise<void>
}

/** Lets a loop sleep between its looks without sleeping through what is said meanwhile. */
export function createWakeSignal(clock: Clock, signal: AbortSignal): WakeSignal {
  let rung = new AbortController()
  const ring = () => rung.abort()
  // Linked once: `AbortSignal.any` would leave a little behind on the long-lived signal for each rest.
  signal.addEventListener('abort', ring, { once: true })
  return {
    ring,
    rest: async (ms) => {
      await clock.sleep(ms, rung.signal)
      if (!signal.aborted) rung = new AbortController()
    },
  }
}

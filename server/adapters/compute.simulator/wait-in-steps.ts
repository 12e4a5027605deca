import type { Clock } from '#server/ports/clock.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

const stepCount = 10

/** Waits `ms` and reports each tenth except the last; the caller reports 100 after the work. Throws when `signal` aborts. */
export async function waitInSteps(
  clock: Clock,
  ms: number,
  onProgress: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let step = 1; step <= stepCount && ms > 0; step += 1) {
    await clock.sleep(ms / stepCount, signal)
    if (signal.aborted) throw new DriverUnavailable('call was cancelled')
    if (step < stepCount) onProgress(step * (100 / stepCount))
  }
}

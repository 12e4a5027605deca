import type { Clock } from '#server/ports/clock.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'

const stepCount = 10

/** Lets `ms` pass and reports each tenth but the last; whoever did the work says 100. Throws when `signal` aborts. */
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

import { setTimeout as after } from 'node:timers/promises'
import type { Clock } from '#server/ports/clock.ts'

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (ms, signal) => after(ms, undefined, { signal, ref: false }).catch(() => undefined),
}

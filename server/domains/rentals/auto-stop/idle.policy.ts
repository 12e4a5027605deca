import { limits } from '#contract/limits.ts'

export interface IdleRule {
  percent: number
  minutes: number
}
export interface UsePoint {
  at: Date
  use_percent: number
}

const minute_ms = 60_000
/** Of the expected samples, so many in a hundred must be there (product §4). */
const share_min = 80

/** The owner hears of it ten minutes before; of a short window, when half of it is over. */
const leadMs = ({ minutes }: IdleRule): number => Math.min(limits.stop_notice_seconds * 1000, (minutes * minute_ms) / 2)

export interface IdleWindow {
  from: Date
  tell_at: Date
  stop_at: Date
}

/** The window that has begun when the instance was last known to be in use. */
export function windowFrom(rule: IdleRule, from: Date): IdleWindow {
  const stop_ms = from.getTime() + rule.minutes * minute_ms
  return { from, tell_at: new Date(stop_ms - leadMs(rule)), stop_at: new Date(stop_ms) }
}

/**
 * What the samples of a window say: when it was last in use, if it was, and whether there are enough of them to say that it
 * was not. Samples that are missing never count as idle.
 */
export function readWindow(
  { percent }: IdleRule,
  points: readonly UsePoint[],
  from: Date,
  to: Date,
): { used_until?: Date; enough: boolean } {
  const used = points.filter((point) => point.use_percent >= percent).at(-1)
  if (used) return { used_until: new Date(used.at.getTime() + minute_ms), enough: true }
  const expected = Math.floor((to.getTime() - from.getTime()) / minute_ms)
  return { enough: expected > 0 && points.length * 100 >= expected * share_min }
}

import { limits } from '#contract/limits.ts'

export interface IdleStopRule {
  percent: number
  minutes: number
}
export interface UsePoint {
  at: Date
  use_percent: number
}

const minuteMs = 60_000
/** Minimum percentage of the expected samples (product §4). */
const minSampleShare = 80

/** The notice is sent ten minutes before the stop; for a short window, after half of it. */
const computeLeadMs = ({ minutes }: IdleStopRule): number => Math.min(limits.stopNoticeSeconds * 1000, (minutes * minuteMs) / 2)

export interface IdleWindow {
  from: Date
  tell_at: Date
  stop_at: Date
}

/** Returns the idle window that begins when the instance was last known to be in use. */
export function computeIdleWindow(rule: IdleStopRule, from: Date): IdleWindow {
  const stopMs = from.getTime() + rule.minutes * minuteMs
  return { from, tell_at: new Date(stopMs - computeLeadMs(rule)), stop_at: new Date(stopMs) }
}

/**
 * Evaluates the samples of a window: the last use, if any, and whether there are enough samples to conclude idleness. Missing
 * samples never count as idle.
 */
export function evaluateIdleWindow(
  { percent }: IdleStopRule,
  points: readonly UsePoint[],
  from: Date,
  to: Date,
): { used_until?: Date; enough: boolean } {
  const used = points.filter((point) => point.use_percent >= percent).at(-1)
  if (used) return { used_until: new Date(used.at.getTime() + minuteMs), enough: true }
  const expected = Math.floor((to.getTime() - from.getTime()) / minuteMs)
  return { enough: expected > 0 && points.length * 100 >= expected * minSampleShare }
}

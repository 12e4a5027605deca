import type { Period } from '#contract/operator/reason.ts'

const day_ms = 86_400_000
/** China has one time zone and no summer time. */
const beijing_ms = 8 * 3_600_000
const days: Record<Period, number> = { today: 1, week: 7, month: 30 }

/** Midnight in Beijing with which a period begins: today counts as its last day. */
export function sinceOf(period: Period, now: Date): Date {
  const midnight = Math.floor((now.getTime() + beijing_ms) / day_ms) * day_ms - beijing_ms
  return new Date(midnight - (days[period] - 1) * day_ms)
}

import { dayMs } from '#contract/day.ts'
import type { MeteredSegment } from '#src/features/instances/billing/use-segments.ts'

const hoursPerDay = 24
const daysPerWeek = 7

/** Prices of one instance, in fen. */
export interface PlanPrices {
  /** For an hour of use, not rounded. */
  hour: number
  day: number
  week: number
}

/** What a day costs under each plan, in fen, if the instance is used for so many hours. */
export const computeDayCosts = ({ hour, day, week }: PlanPrices, hours: number): [number, number, number] => [
  hour * hours,
  day,
  week / daysPerWeek,
]

/** Hours of use a day from which on a plan costs no more than pay-as-you-go; undefined if a whole day is still cheaper. */
export function computeBreakEvenHours(hour: number, dayCost: number): number | undefined {
  const hours = Math.ceil((dayCost / hour) * 10) / 10
  return hour > 0 && hours <= hoursPerDay ? hours : undefined
}

const usualDays = 30

/**
 * Average hours of use a day over the last 30 days, or since the instance was made if that is later but at least a day ago;
 * undefined if the runs do not reach back so far.
 */
export function computeUsualHours(
  segments: readonly MeteredSegment[],
  complete: boolean,
  createdAt: string,
  now: number,
): number | undefined {
  const from = Math.max(now - usualDays * dayMs, Date.parse(createdAt))
  if (now - from < dayMs) return undefined
  const oldest = segments.at(-1)
  if (!complete && (!oldest || Date.parse(oldest.started_at) > from)) return undefined
  const usedMs = segments.reduce((sum, { started_at: startedAt, ended_at: endedAt }) => {
    const [begin, end] = [Math.max(from, Date.parse(startedAt)), endedAt ? Date.parse(endedAt) : now]
    return sum + Math.max(0, end - begin)
  }, 0)
  return (usedMs / (now - from)) * hoursPerDay
}

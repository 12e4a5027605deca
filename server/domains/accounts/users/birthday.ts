import { toShanghaiDay } from '#contract/day.ts'

/** Returns the full years since the birthday in an ID number, by the Chinese calendar date (no daylight saving time). */
export function computeAge(idNumber: string, now: Date): number {
  const today = Number(toShanghaiDay(now).replaceAll('-', ''))
  return Math.floor((today - Number(idNumber.slice(6, 14))) / 10_000)
}

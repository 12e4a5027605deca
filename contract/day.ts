/** Calendar days in Asia/Shanghai (`2026-11-21`): one time zone, no daylight saving time. */

const zoneOffsetMs = 8 * 3_600_000
export const dayMs = 86_400_000

export const toShanghaiDay = (at: Date): string => new Date(at.getTime() + zoneOffsetMs).toISOString().slice(0, 10)
/** Returns the first moment of the day. */
export const toDayStart = (day: string): Date => new Date(`${day}T00:00:00+08:00`)
/** Adds days to a day; a negative number goes back. */
export const addDays = (day: string, days: number): string => toShanghaiDay(new Date(toDayStart(day).getTime() + days * dayMs))

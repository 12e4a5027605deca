/** Calendar days in Asia/Shanghai (`2026-11-21`). */

/** Beijing is UTC+8 all year: no time zone table is needed, and no hour is skipped or repeated. */
export const zoneOffsetMs = 8 * 3_600_000
export const dayMs = 86_400_000

export const toShanghaiDay = (at: Date): string => toShanghaiSecond(at).slice(0, 10)
/** Returns day and time of day in Beijing: `2026-11-21T09:30:00`. */
export const toShanghaiSecond = (at: Date): string => new Date(at.getTime() + zoneOffsetMs).toISOString().slice(0, 19)
/** Returns the first moment of the day. */
export const toDayStart = (day: string): Date => new Date(`${day}T00:00:00+08:00`)
/** Adds days to a day; a negative number goes back. */
export const addDays = (day: string, days: number): string => toShanghaiDay(new Date(toDayStart(day).getTime() + days * dayMs))

/** Returns the month in Beijing time: `2026-11`. */
export const toShanghaiMonth = (at: Date): string => toShanghaiDay(at).slice(0, 7)
/** Returns the first moment of the month. */
export const toMonthStart = (month: string): Date => toDayStart(`${month}-01`)
/** Returns the month after this one. Adding 31 days to the first of a month always reaches the next. */
export const toNextMonth = (month: string): string => addDays(`${month}-01`, 31).slice(0, 7)

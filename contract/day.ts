/** Days of Asia/Shanghai, `2026-11-21`: one zone, no summer time. */

const zoneOffsetMs = 8 * 3_600_000
export const dayMs = 86_400_000

export const toShanghaiDay = (at: Date): string => new Date(at.getTime() + zoneOffsetMs).toISOString().slice(0, 10)
/** Its first moment. */
export const toDayStart = (day: string): Date => new Date(`${day}T00:00:00+08:00`)
/** The day so many days later; earlier where negative. */
export const addDays = (day: string, days: number): string => toShanghaiDay(new Date(toDayStart(day).getTime() + days * dayMs))

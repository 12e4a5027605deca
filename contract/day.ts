/** Days of Asia/Shanghai, `2026-11-21`: one zone, no summer time. */

const zone_ms = 8 * 3_600_000
export const day_ms = 86_400_000

export const dayOf = (at: Date): string => new Date(at.getTime() + zone_ms).toISOString().slice(0, 10)
/** Its first moment. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00+08:00`)
/** The day so many days later; earlier where negative. */
export const daysAfter = (day: string, days: number): string => dayOf(new Date(startOfDay(day).getTime() + days * day_ms))

/** China has one time zone and no daylight saving time. */
const beijingMs = 8 * 3_600_000

/** Returns the month in Beijing time: `2026-11`. */
export const toBudgetMonth = (at: Date): string => new Date(at.getTime() + beijingMs).toISOString().slice(0, 7)

/** Returns the start of the month: midnight in Beijing. */
export const computeBudgetMonthStart = (at: Date): Date => new Date(`${toBudgetMonth(at)}-01T00:00:00+08:00`)

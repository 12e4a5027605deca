/** China has one time zone and no summer time. */
const beijingMs = 8 * 3_600_000

/** The month in Beijing: `2026-11`. */
export const toBudgetMonth = (at: Date): string => new Date(at.getTime() + beijingMs).toISOString().slice(0, 7)

/** Midnight in Beijing with which the month began. */
export const computeBudgetMonthStart = (at: Date): Date => new Date(`${toBudgetMonth(at)}-01T00:00:00+08:00`)

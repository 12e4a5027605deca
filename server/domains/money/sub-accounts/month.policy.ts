/** China has one time zone and no summer time. */
const beijing_ms = 8 * 3_600_000

/** The month in Beijing: `2026-11`. */
export const monthOf = (at: Date): string => new Date(at.getTime() + beijing_ms).toISOString().slice(0, 7)

/** Midnight in Beijing with which the month began. */
export const monthBegan = (at: Date): Date => new Date(`${monthOf(at)}-01T00:00:00+08:00`)

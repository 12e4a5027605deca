// CommonJS: in Node, its exports are only on the default export
import chineseDays from 'chinese-days'

const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000

/** Returns the Beijing calendar day as `YYYY-MM-DD`. */
export const toBeijingDay = (at: Date): string => new Date(at.getTime() + beijingMs).toISOString().slice(0, 10)

/**
 * Adds working days and keeps the hour, in Beijing time. Follows the holidays and make-up days announced by the State Council;
 * for years not announced yet, Monday to Friday count.
 */
export function addWorkingDays(at: Date, days: number): Date {
  let date = at
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs)
    if (chineseDays.isWorkday(toBeijingDay(date))) left -= 1
  }
  return date
}

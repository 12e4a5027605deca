// CommonJS: as Node loads it, its names are on the default export only
import chineseDays from 'chinese-days'

const dayMs = 86_400_000
const beijingMs = 8 * 3_600_000

/** `YYYY-MM-DD` by the calendar of Beijing. */
export const toBeijingDay = (at: Date): string => new Date(at.getTime() + beijingMs).toISOString().slice(0, 10)

/**
 * The same hour so many working days later in Beijing, holidays and the days worked in their stead as the State Council
 * has announced them; years it has not announced yet count Monday to Friday.
 */
export function addWorkingDays(at: Date, days: number): Date {
  let date = at
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs)
    if (chineseDays.isWorkday(toBeijingDay(date))) left -= 1
  }
  return date
}

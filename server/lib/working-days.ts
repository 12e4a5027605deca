// CommonJS: as Node loads it, its names are on the default export only
import chinese_days from 'chinese-days'

const day_ms = 86_400_000
const beijing_ms = 8 * 3_600_000

/** `YYYY-MM-DD` by the calendar of Beijing. */
export const beijingDay = (at: Date): string => new Date(at.getTime() + beijing_ms).toISOString().slice(0, 10)

/**
 * The same hour so many working days later in Beijing, holidays and the days worked in their stead as the State Council
 * has announced them; years it has not announced yet count Monday to Friday.
 */
export function workingDaysAfter(at: Date, days: number): Date {
  let date = at
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + day_ms)
    if (chinese_days.isWorkday(beijingDay(date))) left -= 1
  }
  return date
}

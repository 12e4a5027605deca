// CommonJS: in Node, its exports are only on the default export
import chineseDays from 'chinese-days'
import { dayMs, toShanghaiDay } from '#contract/day.ts'

/**
 * Adds working days and keeps the hour, in Beijing time. Follows the holidays and make-up days announced by the State Council;
 * for years not announced yet, Monday to Friday count.
 */
export function addWorkingDays(at: Date, days: number): Date {
  let date = at
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs)
    if (chineseDays.isWorkday(toShanghaiDay(date))) left -= 1
  }
  return date
}

import { dayOf, startOfDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** The month in Beijing: `2026-11`. */
export const monthOf = (at: Date): string => dayOf(at).slice(0, 7)

export function monthAfter(month: string): string {
  const [year, nth] = month.split('-').map(Number) as [number, number]
  return nth === 12 ? `${year + 1}-01` : `${year}-${String(nth + 1).padStart(2, '0')}`
}

export interface Span {
  from: Date
  to: Date
}

/** Its first moment, and that of the next. */
export const spanOf = (month: string): Span => ({
  from: startOfDay(`${month}-01`),
  to: startOfDay(`${monthAfter(month)}-01`),
})

/** From when a month can be settled: its last charges have been written by then. */
export const settlesFrom = (month: string): Date =>
  new Date(spanOf(month).to.getTime() + limits.creator_statement_hours * 3_600_000)

/** The months from `first` on that can be settled now, in order. */
export function monthsOver(first: string, now: Date): string[] {
  const months: string[] = []
  for (let month = first; settlesFrom(month) <= now; month = monthAfter(month)) months.push(month)
  return months
}

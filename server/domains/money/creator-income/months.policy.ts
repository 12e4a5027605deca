import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** The month in Beijing: `2026-11`. */
export const toStatementMonth = (at: Date): string => toShanghaiDay(at).slice(0, 7)

export function computeNextMonth(month: string): string {
  const [year, nth] = month.split('-').map(Number) as [number, number]
  return nth === 12 ? `${year + 1}-01` : `${year}-${String(nth + 1).padStart(2, '0')}`
}

export interface MonthSpan {
  from: Date
  to: Date
}

/** Its first moment, and that of the next. */
export const computeMonthSpan = (month: string): MonthSpan => ({
  from: toDayStart(`${month}-01`),
  to: toDayStart(`${computeNextMonth(month)}-01`),
})

/** From when a month can be settled: its last charges have been written by then. */
export const computeSettlementStart = (month: string): Date =>
  new Date(computeMonthSpan(month).to.getTime() + limits.creatorStatementHours * 3_600_000)

/** The months from `first` on that can be settled now, in order. */
export function listSettleableMonths(first: string, now: Date): string[] {
  const months: string[] = []
  for (let month = first; computeSettlementStart(month) <= now; month = computeNextMonth(month)) months.push(month)
  return months
}

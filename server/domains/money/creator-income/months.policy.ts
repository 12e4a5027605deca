import { toDayStart, toShanghaiDay } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

/** Returns the month in Beijing time: `2026-11`. */
export const toStatementMonth = (at: Date): string => toShanghaiDay(at).slice(0, 7)

export function computeNextMonth(month: string): string {
  const [year, nth] = month.split('-').map(Number) as [number, number]
  return nth === 12 ? `${year + 1}-01` : `${year}-${String(nth + 1).padStart(2, '0')}`
}

export interface MonthSpan {
  from: Date
  to: Date
}

/** Returns the month's first moment and that of the next month. */
export const computeMonthSpan = (month: string): MonthSpan => ({
  from: toDayStart(`${month}-01`),
  to: toDayStart(`${computeNextMonth(month)}-01`),
})

/** Returns when a month can first be settled: by then its last charges are written. */
export const computeSettlementStart = (month: string): Date =>
  new Date(computeMonthSpan(month).to.getTime() + limits.creatorStatementHours * 3_600_000)

/** Lists the months from `first` on that can be settled now, in order. */
export function listSettleableMonths(first: string, now: Date): string[] {
  const months: string[] = []
  for (let month = first; computeSettlementStart(month) <= now; month = computeNextMonth(month)) months.push(month)
  return months
}

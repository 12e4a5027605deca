import { toMonthStart, toNextMonth } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'

export interface MonthSpan {
  from: Date
  to: Date
}

/** Returns the month's first moment and that of the next month. */
export const computeMonthSpan = (month: string): MonthSpan => ({
  from: toMonthStart(month),
  to: toMonthStart(toNextMonth(month)),
})

/** Returns when a month can first be settled: by then its last charges are written. */
export const computeSettlementStart = (month: string): Date =>
  new Date(computeMonthSpan(month).to.getTime() + limits.creatorStatementHours * 3_600_000)

/** Lists the months from `first` on that can be settled now, in order. */
export function listSettleableMonths(first: string, now: Date): string[] {
  const months: string[] = []
  for (let month = first; computeSettlementStart(month) <= now; month = toNextMonth(month)) months.push(month)
  return months
}

import { dayMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { computeLateFee } from '#contract/money.ts'

export interface DebtProgress {
  since: Date
  day_seen_at: Date
  days: number
  principal_days_fen: bigint
  fee_fen: bigint
}
export type DebtDay = Omit<DebtProgress, 'since'>

/** Computes the debt without the late fee: payments reduce the principal first. */
export const computePrincipalFen = (balanceFen: bigint, { fee_fen: feeFen }: Pick<DebtProgress, 'fee_fen'>): bigint => {
  const principal = -balanceFen - feeFen
  return principal > 0n ? principal : 0n
}

/**
 * Computes the debt after one more full day; undefined if none has passed. A gap of two or more days counts as one day, and a
 * clock set far back restarts the day, so that platform downtime or a clock jump costs nobody a fee.
 */
export function computeNextDebtDay(debt: DebtProgress, balanceFen: bigint, now: Date): DebtDay | undefined {
  const passed = now.getTime() - debt.day_seen_at.getTime()
  const { days, principal_days_fen: principalDaysFen, fee_fen: feeFen } = debt
  if (passed < -dayMs) return { day_seen_at: now, days, principal_days_fen: principalDaysFen, fee_fen: feeFen }
  if (passed < dayMs) return undefined
  const sum = principalDaysFen + computePrincipalFen(balanceFen, debt)
  return {
    day_seen_at: passed < 2 * dayMs ? new Date(debt.day_seen_at.getTime() + dayMs) : now,
    days: days + 1,
    principal_days_fen: sum,
    fee_fen: computeLateFee(sum),
  }
}

/** Returns when the service ends if nothing is paid: the last moment of the fifteenth day. */
export const computeTerminationTime = ({ day_seen_at: daySeenAt, days }: Pick<DebtProgress, 'day_seen_at' | 'days'>): Date =>
  new Date(daySeenAt.getTime() + (limits.lateTerminationDays - days) * dayMs)

/** Tells whether the debt is overdue for more than fifteen days (requirements §9). */
export const isTerminationDue = (debt: Pick<DebtProgress, 'day_seen_at' | 'days'>, now: Date): boolean =>
  debt.days >= limits.lateTerminationDays && now > computeTerminationTime(debt)

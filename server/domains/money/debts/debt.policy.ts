import { limits } from '#contract/limits.ts'
import { computeLateFee } from '#contract/money.ts'

const dayMs = 86_400_000

export interface DebtProgress {
  since: Date
  day_seen_at: Date
  days: number
  principal_days_fen: bigint
  fee_fen: bigint
}
export type DebtDay = Omit<DebtProgress, 'since'>

/** What is owed without the late fee: payments go to the principal first. */
export const computePrincipalFen = (balanceFen: bigint, { fee_fen: feeFen }: Pick<DebtProgress, 'fee_fen'>): bigint => {
  const principal = -balanceFen - feeFen
  return principal > 0n ? principal : 0n
}

/**
 * The debt after one more full day, or undefined when none has passed. A silence of two days and more counts as one day,
 * and a clock that was set far back begins anew: a platform that was down or a clock that jumped costs nobody a fee.
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

/** When the service ends if nothing is paid: the last moment of the fifteenth day. */
export const computeTerminationTime = ({ day_seen_at: daySeenAt, days }: Pick<DebtProgress, 'day_seen_at' | 'days'>): Date =>
  new Date(daySeenAt.getTime() + (limits.lateTerminationDays - days) * dayMs)

/** Late for more than fifteen days (requirements §9). */
export const isTerminationDue = (debt: Pick<DebtProgress, 'day_seen_at' | 'days'>, now: Date): boolean =>
  debt.days >= limits.lateTerminationDays && now > computeTerminationTime(debt)

import { limits } from '#contract/limits.ts'
import { lateFee } from '#contract/money.ts'

const day_ms = 86_400_000

export interface Debt {
  since: Date
  day_seen_at: Date
  days: number
  principal_days_fen: bigint
  fee_fen: bigint
}
export type Day = Omit<Debt, 'since'>

/** What is owed without the late fee: payments go to the principal first. */
export const principalOf = (balance_fen: bigint, { fee_fen }: Pick<Debt, 'fee_fen'>): bigint => {
  const principal = -balance_fen - fee_fen
  return principal > 0n ? principal : 0n
}

/**
 * The debt after one more full day, or undefined when none has passed. A silence of two days and more counts as one day,
 * and a clock that was set far back begins anew: a platform that was down or a clock that jumped costs nobody a fee.
 */
export function nextDay(debt: Debt, balance_fen: bigint, now: Date): Day | undefined {
  const passed = now.getTime() - debt.day_seen_at.getTime()
  const { days, principal_days_fen, fee_fen } = debt
  if (passed < -day_ms) return { day_seen_at: now, days, principal_days_fen, fee_fen }
  if (passed < day_ms) return undefined
  const sum = principal_days_fen + principalOf(balance_fen, debt)
  return {
    day_seen_at: passed < 2 * day_ms ? new Date(debt.day_seen_at.getTime() + day_ms) : now,
    days: days + 1,
    principal_days_fen: sum,
    fee_fen: lateFee(sum),
  }
}

/** When the service ends if nothing is paid: the last moment of the fifteenth day. */
export const terminatesAt = ({ day_seen_at, days }: Pick<Debt, 'day_seen_at' | 'days'>): Date =>
  new Date(day_seen_at.getTime() + (limits.late_termination_days - days) * day_ms)

/** Late for more than fifteen days (spec §9). */
export const isTooLate = (debt: Pick<Debt, 'day_seen_at' | 'days'>, now: Date): boolean =>
  debt.days >= limits.late_termination_days && now > terminatesAt(debt)

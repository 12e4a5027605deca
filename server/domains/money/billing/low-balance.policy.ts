import { limits } from '#contract/limits.ts'
import { microSecondsPerFen } from '#contract/money.ts'

export interface BalanceAlertSettings {
  enabled: boolean
  amount_fen: bigint
  /** Hours of burn. */
  hours: number
}

export const defaultBalanceAlert: BalanceAlertSettings = {
  enabled: true,
  amount_fen: BigInt(limits.lowBalanceFen),
  hours: limits.lowBalanceHours,
}

const microPerFen = microSecondsPerFen / 3600n

/** Returns the low-balance threshold: the fixed amount or the given hours of current burn, whichever is more (product §5). */
export function computeLowBalanceFen({ amount_fen: amountFen, hours }: BalanceAlertSettings, burnMicro: bigint): bigint {
  const burnFen = (burnMicro * BigInt(hours)) / microPerFen
  return burnFen > amountFen ? burnFen : amountFen
}

export interface LowBalanceState {
  alert: BalanceAlertSettings
  /** When the user was warned; null once the balance was above the threshold again. */
  told_at: Date | null
  /** What can still be spent, vouchers included. */
  reach_fen: bigint
  burn_micro: bigint
}

/** Decides what a balance calls for: one warning below the threshold while something burns, a rearmed alert above it. */
export function decideLowBalance({ alert, told_at: toldAt, reach_fen: reachFen, burn_micro: burnMicro }: LowBalanceState) {
  if (reachFen >= computeLowBalanceFen(alert, burnMicro)) return toldAt ? 'rearm' : 'nothing'
  return toldAt || !alert.enabled || burnMicro === 0n ? 'nothing' : 'warn'
}

/** Returns when a balance runs out at the given burn per hour; null if nothing burns. */
export function computeRunOutTime(freeFen: bigint, burnMicro: bigint, now: Date): Date | null {
  if (burnMicro === 0n) return null
  const seconds = freeFen <= 0n ? 0n : (freeFen * microSecondsPerFen) / burnMicro
  // Cap at 100 years: effectively forever, and still a valid date.
  return new Date(now.getTime() + Math.min(Number(seconds), 3_155_760_000) * 1000)
}

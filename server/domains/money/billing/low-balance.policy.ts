import { limits } from '#contract/limits.ts'
import { micro_seconds_per_fen } from '#contract/money.ts'

export interface BalanceAlert {
  enabled: boolean
  amount_fen: bigint
  /** Hours of burn. */
  hours: number
}

export const default_alert: BalanceAlert = {
  enabled: true,
  amount_fen: BigInt(limits.low_balance_fen),
  hours: limits.low_balance_hours,
}

const micro_per_fen = micro_seconds_per_fen / 3600n

/** Below this the balance is low: the amount, or so many hours of what runs, whichever is more (product §5). */
export function lowLineFen({ amount_fen, hours }: BalanceAlert, burn_micro: bigint): bigint {
  const burn_fen = (burn_micro * BigInt(hours)) / micro_per_fen
  return burn_fen > amount_fen ? burn_fen : amount_fen
}

/** When a balance is used up, at so much per hour; null when nothing burns. */
export function runsOutAt(free_fen: bigint, burn_micro: bigint, now: Date): Date | null {
  if (burn_micro === 0n) return null
  const seconds = free_fen <= 0n ? 0n : (free_fen * micro_seconds_per_fen) / burn_micro
  // A century is as good as for ever, and still a date.
  return new Date(now.getTime() + Math.min(Number(seconds), 3_155_760_000) * 1000)
}

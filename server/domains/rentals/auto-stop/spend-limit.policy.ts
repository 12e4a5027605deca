import { chargeSoFar, micro_seconds_per_fen } from '#contract/money.ts'

interface Run {
  price_micro: bigint
  carry_in: bigint
}

/**
 * The second of a segment at which `left_fen` more are used up: the first whole one, so no limit is passed by more than
 * one second of price. Null where nothing is charged.
 */
export function secondOfLimit({ price_micro, carry_in }: Run, left_fen: bigint): bigint | null {
  if (price_micro === 0n) return null
  const left = left_fen * micro_seconds_per_fen - carry_in
  return left <= 0n ? 0n : (left + price_micro - 1n) / price_micro
}

/** What a segment will have cost after so many more seconds, in fen; a limit on it holds. */
export function costAfter(run: Run & { seen_s: bigint; limit_s: bigint | null }, more_s: number): bigint {
  const seconds = run.seen_s + BigInt(Math.max(0, Math.floor(more_s)))
  const limited = run.limit_s !== null && seconds > run.limit_s ? run.limit_s : seconds
  return chargeSoFar(run.price_micro, limited > run.seen_s ? limited : run.seen_s, run.carry_in)
}

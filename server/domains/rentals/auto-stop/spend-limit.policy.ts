import { computeRunCharge, microSecondsPerFen } from '#contract/money.ts'

interface Run {
  price_micro: bigint
  carry_in: bigint
}

/**
 * The second of a segment at which `left_fen` more are used up: the first whole one, so no limit is passed by more than
 * one second of price. Null where nothing is charged.
 */
export function computeLimitSecond({ price_micro: priceMicro, carry_in: carryIn }: Run, leftFen: bigint): bigint | null {
  if (priceMicro === 0n) return null
  const left = leftFen * microSecondsPerFen - carryIn
  return left <= 0n ? 0n : (left + priceMicro - 1n) / priceMicro
}

/** What a segment will have cost after so many more seconds, in fen; a limit on it holds. */
export function computeCostAfter(run: Run & { seen_s: bigint; limit_s: bigint | null }, moreS: number): bigint {
  const seconds = run.seen_s + BigInt(Math.max(0, Math.floor(moreS)))
  const limited = run.limit_s !== null && seconds > run.limit_s ? run.limit_s : seconds
  return computeRunCharge(run.price_micro, limited > run.seen_s ? limited : run.seen_s, run.carry_in)
}

import { computeRunCharge, microSecondsPerFen } from '#contract/money.ts'

interface Run {
  price_micro: bigint
  carry_in: bigint
}

/**
 * Returns the second of a segment at which `leftFen` is used up: the first whole one, so a limit is exceeded by at most one
 * second of price. Null if nothing is charged.
 */
export function computeLimitSecond({ price_micro: priceMicro, carry_in: carryIn }: Run, leftFen: bigint): bigint | null {
  if (priceMicro === 0n) return null
  const left = leftFen * microSecondsPerFen - carryIn
  return left <= 0n ? 0n : (left + priceMicro - 1n) / priceMicro
}

/** Returns the cost of a segment after `moreS` more seconds, in fen; respects its limit. */
export function computeCostAfter(run: Run & { seen_s: bigint; limit_s: bigint | null }, moreS: number): bigint {
  const seconds = run.seen_s + BigInt(Math.max(0, Math.floor(moreS)))
  const limited = run.limit_s !== null && seconds > run.limit_s ? run.limit_s : seconds
  return computeRunCharge(run.price_micro, limited > run.seen_s ? limited : run.seen_s, run.carry_in)
}

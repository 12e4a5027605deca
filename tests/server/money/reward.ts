const beijing_ms = 8 * 3_600_000
const day_ms = 86_400_000

/** Cash that was spent, or less than 0 where it came back. */
export interface Spend {
  at: number
  kind: 'usage' | 'order' | 'refund'
  fen: bigint
}

/** Which day of Beijing it is, counted from some day. */
export const dayOf = (at: number): number => Math.floor((at + beijing_ms) / day_ms)

/** What the days before `at` have earned: 10 % of all net spending so far, at the day when that was most. */
export function rewardOf(spends: readonly Spend[], at: number): bigint {
  let total = 0n
  let most = 0n
  for (const [nth, { fen, at: then }] of spends.entries()) {
    if (dayOf(then) >= dayOf(at)) break
    total += fen
    const next = spends[nth + 1]
    if ((next === undefined || dayOf(next.at) > dayOf(then)) && total / 10n > most) most = total / 10n
  }
  return most
}

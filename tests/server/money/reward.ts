import { leftOf, type ModelOrder } from '#tests/server/money/stretches.ts'

const beijing_ms = 8 * 3_600_000
const day_ms = 86_400_000

/** Cash that was paid for use. */
export interface Use {
  at: number
  fen: bigint
}

/** Somebody whose spending earns his inviter a reward. */
interface Spender {
  uses: readonly Use[]
  orders: ReadonlyMap<string, ModelOrder>
  /** When nothing of an order's time was left, or will be. */
  overAt(order: ModelOrder): number
}

/** Which day of Beijing it is, counted from some day. */
export const dayOf = (at: number): number => Math.floor((at + beijing_ms) / day_ms)

/** What the days before `at` have earned: 10 % of all use, and of what was kept of the orders whose time was over. */
export function rewardOf({ uses, orders, overAt }: Spender, at: number): bigint {
  const before = (then: number) => dayOf(then) < dayOf(at)
  const used = uses.filter((use) => before(use.at)).map(({ fen }) => fen)
  const kept = [...orders.values()].filter((order) => before(overAt(order))).map(leftOf)
  return [...used, ...kept].reduce((sum, fen) => sum + fen, 0n) / 10n
}

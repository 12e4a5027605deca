import { earning, imagePart, type Share } from '#tests/server/money-model/money-by-origin.ts'
import { leftOf, type ModelOrder } from '#tests/server/money-model/paid-periods.ts'

const beijing_ms = 8 * 3_600_000
const day_ms = 86_400_000

/** Cash that a posting of use took. */
export interface Use {
  at: number
  share: Share
  /** The part of images in it. */
  image: bigint
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

/**
 * What the days before `at` have earned: 10 % of all use up to the first that is owed, and of what was kept of the orders whose
 * time was over, without the part of images and what operators gave.
 */
export function rewardOf({ uses, orders, overAt }: Spender, at: number): bigint {
  const before = (then: number) => dayOf(then) < dayOf(at)
  const open = uses.findIndex((use) => !before(use.at) || use.share.owed > 0n)
  const paid = open < 0 ? uses : uses.slice(0, open)
  const used = paid.map(({ share, image }) => earning(share.fen, share, image))
  const kept = [...orders.values()]
    .filter((order) => before(overAt(order)) && order.share)
    .map((order) => earning(leftOf(order), order.share!, imagePart(order.cash, order.image_micro_s, order.whole)))
  return [...used, ...kept].reduce((sum, fen) => sum + fen, 0n) / 10n
}

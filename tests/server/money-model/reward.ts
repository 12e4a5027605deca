import { computeImageFen, computeRewardBase, type SpendingOrigin } from '#tests/server/money-model/money-by-origin.ts'
import { computeOrderCashLeft, type ModelOrder } from '#tests/server/money-model/paid-periods.ts'

const beijingMs = 8 * 3_600_000
const dayMs = 86_400_000

/** Cash that a posting of use took. */
export interface CashUsage {
  at: number
  share: SpendingOrigin
  /** The part of images in it. */
  image: bigint
}

/** Somebody whose spending earns his inviter a reward. */
interface Spender {
  uses: readonly CashUsage[]
  orders: ReadonlyMap<string, ModelOrder>
  /** When nothing of an order's time was left, or will be. */
  overAt(order: ModelOrder): number
}

/** Which day of Beijing it is, counted from some day. */
export const toModelDay = (at: number): number => Math.floor((at + beijingMs) / dayMs)

/**
 * What the days before `at` have earned: 10 % of all use up to the first that is owed, and of what was kept of the orders whose
 * time was over, without the part of images and what operators gave.
 */
export function computeModelReward({ uses, orders, overAt }: Spender, at: number): bigint {
  const before = (then: number) => toModelDay(then) < toModelDay(at)
  const open = uses.findIndex((use) => !before(use.at) || use.share.owed > 0n)
  const paid = open < 0 ? uses : uses.slice(0, open)
  const used = paid.map(({ share, image }) => computeRewardBase(share.fen, share, image))
  const kept = [...orders.values()]
    .filter((order) => before(overAt(order)) && order.share)
    .map((order) =>
      computeRewardBase(computeOrderCashLeft(order), order.share!, computeImageFen(order.cash, order.image_micro_s, order.whole)),
    )
  return [...used, ...kept].reduce((sum, fen) => sum + fen, 0n) / 10n
}

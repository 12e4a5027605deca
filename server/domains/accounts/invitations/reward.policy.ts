import { addDays, toDayStart, toShanghaiDay, zoneOffsetMs } from '#contract/day.ts'
import { limits } from '#contract/limits.ts'
import { sumAmounts } from '#contract/money.ts'

/** Returns the midnight in Beijing that ends a day. */
export const computeDayEnd = (day: string): Date => toDayStart(addDays(day, 1))

/** Returns the end of the reward period: the same day and time in Beijing, years later; 29 February becomes 28 February. */
export function computeRewardsEnd(registeredAt: Date): Date {
  const local = new Date(registeredAt.getTime() + zoneOffsetMs)
  const month = local.getUTCMonth()
  local.setUTCFullYear(local.getUTCFullYear() + limits.invitationYears)
  if (local.getUTCMonth() !== month) local.setUTCDate(0)
  return new Date(local.getTime() - zoneOffsetMs)
}

/** A usage entry on a cash account, signs as posted: spending is negative. */
export interface RewardUsage {
  id: bigint
  amount_fen: bigint
  /** The part that earns no reward. */
  left_out_fen: bigint
  at: Date
}

/** An order that has ended: the cash paid for it and the part refunded. */
export interface EndedOrder {
  id: string
  cash_fen: bigint
  refunded_fen: bigint
  /** The unrefunded part that earns no reward. */
  left_out_fen: bigint
  over_at: Date
}

/** Returns the entries, in ledger order, up to the first blocked one. */
export function takeUntilBlocked<E>(entries: readonly E[], holdsUp: (entry: E) => boolean): readonly E[] {
  const open = entries.findIndex(holdsUp)
  return open === -1 ? entries : entries.slice(0, open)
}

/**
 * Returns the part of an entry, or of an order's kept amount, that earns no reward: money from operators, and the image's share
 * of the rest.
 */
export function computeUnrewarded(keptFen: bigint, cashFen: bigint, imageFen: bigint, givenFen: bigint): bigint {
  const given = givenFen < keptFen ? givenFen : keptFen
  const own = keptFen - given
  // Rounded up, so that it is never less than the creators' share.
  const image = cashFen === givenFen ? 0n : (imageFen * (cashFen - givenFen) + cashFen - 1n) / cashFen
  return given + (image < own ? image : own)
}

export interface SettledRewardDay {
  day: string
  from_entry: bigint
  to_entry: bigint
  usage_fen: bigint
  /** Kept from the orders that ended. */
  orders_fen: bigint
  refunds_fen: bigint
  /** Image shares, usage of the inviter's own resources, and money from operators (docs/decisions/054). */
  left_out_fen: bigint
  /** Total kept over all days so far, without `left_out_fen`. */
  total_fen: bigint
  paid_before_fen: bigint
  reward_fen: bigint
  orders: readonly EndedOrder[]
}

/** A spender's state up to and including the last settled day. */
export type RewardProgress = Pick<SettledRewardDay, 'total_fen'> & { day: string; to_entry: bigint; paid_fen: bigint }

export const emptyRewardProgress: RewardProgress = { day: '', to_entry: 0n, total_fen: 0n, paid_fen: 0n }

/** Returns the first day that is not settled yet. */
export const computeFirstUnsettledDay = ({ day }: Pick<RewardProgress, 'day'>): string =>
  day === '' ? '' : toShanghaiDay(computeDayEnd(day))

/**
 * Settles unsettled usage and ended orders day by day: the payout brings the total paid to 10 % of the amount kept so far, in
 * whole fen. Items a settled day missed count on the next. Counted amounts are never refunded, so the total only grows and
 * settling is idempotent: any number of runs at any time pay the same (docs/decisions/038).
 */
export function computeSettledDays(
  before: RewardProgress,
  used: readonly RewardUsage[],
  ended: readonly EndedOrder[],
): SettledRewardDay[] {
  const days = new Map<string, { used: RewardUsage[]; ended: EndedOrder[] }>()
  const on = (day: string) => {
    const found = days.get(day) ?? { used: [], ended: [] }
    days.set(day, found)
    return found
  }
  const first = computeFirstUnsettledDay(before)
  let last = first
  for (const entry of used) {
    const own = toShanghaiDay(entry.at)
    if (own > last) last = own
    on(last).used.push(entry)
  }
  for (const order of ended) {
    const own = toShanghaiDay(order.over_at)
    on(own > first ? own : first).ended.push(order)
  }
  const settled: SettledRewardDay[] = []
  let { to_entry: fromEntry, total_fen: totalFen, paid_fen: paidFen } = before
  for (const day of [...days.keys()].sort()) {
    const { used, ended: orders } = on(day)
    const usageFen = -sumAmounts(used.map(({ amount_fen: amountFen }) => amountFen))
    const ordersFen = sumAmounts(orders.map(({ cash_fen: cashFen }) => cashFen))
    const refundsFen = sumAmounts(orders.map(({ refunded_fen: refundedFen }) => refundedFen))
    const leftOutFen = sumAmounts([...used, ...orders].map((one) => one.left_out_fen))
    totalFen += usageFen + ordersFen - refundsFen - leftOutFen
    const dueFen = (totalFen * BigInt(limits.invitationPercent)) / 100n
    const rewardFen = dueFen > paidFen ? dueFen - paidFen : 0n
    const toEntry = used.at(-1)?.id ?? fromEntry
    const amounts = {
      usage_fen: usageFen,
      orders_fen: ordersFen,
      refunds_fen: refundsFen,
      left_out_fen: leftOutFen,
      total_fen: totalFen,
      paid_before_fen: paidFen,
      reward_fen: rewardFen,
    }
    settled.push({ day, from_entry: fromEntry, to_entry: toEntry, ...amounts, orders })
    fromEntry = toEntry
    paidFen += rewardFen
  }
  return settled
}

import { limits } from '#contract/limits.ts'
import { sumAmounts } from '#contract/money.ts'

const dayMs = 86_400_000
/** China has one time zone and no summer time. */
const beijingMs = 8 * 3_600_000

/** The day in Beijing: `2026-11-21`. */
export const toRewardDay = (at: Date): string => new Date(at.getTime() + beijingMs).toISOString().slice(0, 10)
/** Midnight in Beijing with which a day ends. */
export const computeDayEnd = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+08:00`) + dayMs)

/** The same day and time in Beijing so many years later; 29 February ends on 28 February. */
export function computeRewardsEnd(registeredAt: Date): Date {
  const local = new Date(registeredAt.getTime() + beijingMs)
  const month = local.getUTCMonth()
  local.setUTCFullYear(local.getUTCFullYear() + limits.invitationYears)
  if (local.getUTCMonth() !== month) local.setUTCDate(0)
  return new Date(local.getTime() - beijingMs)
}

/** An entry of use on a cash account, signs as posted: spending is negative. */
export interface RewardUsage {
  id: bigint
  amount_fen: bigint
  /** What of it earns no reward. */
  left_out_fen: bigint
  at: Date
}

/** An order whose time is over: the cash it was paid with, and what has come back of that. */
export interface EndedOrder {
  id: string
  cash_fen: bigint
  refunded_fen: bigint
  /** What of the rest earns no reward. */
  left_out_fen: bigint
  over_at: Date
}

/** The entries, in the order in which they moved the money, up to the first that something holds up. */
export function takeUntilBlocked<E>(entries: readonly E[], holdsUp: (entry: E) => boolean): readonly E[] {
  const open = entries.findIndex(holdsUp)
  return open === -1 ? entries : entries.slice(0, open)
}

/** What of an entry, or of what an order has kept, earns no reward: what operators had given of it, and its part of the rest. */
export function computeUnrewarded(keptFen: bigint, cashFen: bigint, imageFen: bigint, givenFen: bigint): bigint {
  const given = givenFen < keptFen ? givenFen : keptFen
  const own = keptFen - given
  // Rounded up: never less than what goes to creators.
  const image = cashFen === givenFen ? 0n : (imageFen * (cashFen - givenFen) + cashFen - 1n) / cashFen
  return given + (image < own ? image : own)
}

export interface SettledRewardDay {
  day: string
  from_entry: bigint
  to_entry: bigint
  usage_fen: bigint
  /** Of the orders that ended. */
  orders_fen: bigint
  refunds_fen: bigint
  /** The share of images, use of what is the inviter's own, and what operators had given (docs/decisions/054). */
  left_out_fen: bigint
  /** What was kept of all days so far, without that. */
  total_fen: bigint
  paid_before_fen: bigint
  reward_fen: bigint
  orders: readonly EndedOrder[]
}

/** What is known of somebody up to and including the last day that was settled. */
export type RewardProgress = Pick<SettledRewardDay, 'total_fen'> & { day: string; to_entry: bigint; paid_fen: bigint }

export const emptyRewardProgress: RewardProgress = { day: '', to_entry: 0n, total_fen: 0n, paid_fen: 0n }

/** The first day that is not settled yet. */
export const computeFirstUnsettledDay = ({ day }: Pick<RewardProgress, 'day'>): string =>
  day === '' ? '' : toRewardDay(computeDayEnd(day))

/**
 * Settles use and ended orders that are not settled yet, day by day: what is paid after a day is 10 % of what was kept so
 * far, in whole fen. What a settled day has missed counts on the next. Nothing that has counted is ever given back, so that
 * the sum only grows and any number of runs at any time pay the same (docs/decisions/038).
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
    const own = toRewardDay(entry.at)
    if (own > last) last = own
    on(last).used.push(entry)
  }
  for (const order of ended) {
    const own = toRewardDay(order.over_at)
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

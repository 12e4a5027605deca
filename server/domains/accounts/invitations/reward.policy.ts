import { limits } from '#contract/limits.ts'
import { sumAmounts } from '#contract/money.ts'

const day_ms = 86_400_000
/** China has one time zone and no summer time. */
const beijing_ms = 8 * 3_600_000

/** The day in Beijing: `2026-11-21`. */
export const dayOf = (at: Date): string => new Date(at.getTime() + beijing_ms).toISOString().slice(0, 10)
/** Midnight in Beijing with which a day ends. */
export const endOfDay = (day: string): Date => new Date(Date.parse(`${day}T00:00:00+08:00`) + day_ms)

/** The same day and time in Beijing so many years later; 29 February ends on 28 February. */
export function rewardsUntil(registered_at: Date): Date {
  const local = new Date(registered_at.getTime() + beijing_ms)
  const month = local.getUTCMonth()
  local.setUTCFullYear(local.getUTCFullYear() + limits.invitation_years)
  if (local.getUTCMonth() !== month) local.setUTCDate(0)
  return new Date(local.getTime() - beijing_ms)
}

/** An entry of use on a cash account, signs as posted: spending is negative. */
export interface Used {
  id: bigint
  amount_fen: bigint
  /** What of it earns no reward. */
  left_out_fen: bigint
  at: Date
}

/** An order whose time is over: the cash it was paid with, and what has come back of that. */
export interface Ended {
  id: string
  cash_fen: bigint
  refunded_fen: bigint
  /** What of the rest earns no reward. */
  left_out_fen: bigint
  over_at: Date
}

/** The entries, in the order in which they moved the money, up to the first that something holds up. */
export function upTo<E>(entries: readonly E[], holdsUp: (entry: E) => boolean): readonly E[] {
  const open = entries.findIndex(holdsUp)
  return open === -1 ? entries : entries.slice(0, open)
}

/** What of an entry, or of what an order has kept, earns no reward: what operators had given of it, and its part of the rest. */
export function leftOutOf(kept_fen: bigint, cash_fen: bigint, image_fen: bigint, given_fen: bigint): bigint {
  const given = given_fen < kept_fen ? given_fen : kept_fen
  const own = kept_fen - given
  // Rounded up: never less than what goes to creators.
  const image = cash_fen === given_fen ? 0n : (image_fen * (cash_fen - given_fen) + cash_fen - 1n) / cash_fen
  return given + (image < own ? image : own)
}

export interface SettledDay {
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
  orders: readonly Ended[]
}

/** What is known of somebody up to and including the last day that was settled. */
export type Standing = Pick<SettledDay, 'total_fen'> & { day: string; to_entry: bigint; paid_fen: bigint }

export const nothing_yet: Standing = { day: '', to_entry: 0n, total_fen: 0n, paid_fen: 0n }

/** The first day that is not settled yet. */
export const dayAfter = ({ day }: Pick<Standing, 'day'>): string => (day === '' ? '' : dayOf(endOfDay(day)))

/**
 * Settles use and ended orders that are not settled yet, day by day: what is paid after a day is 10 % of what was kept so
 * far, in whole fen. What a settled day has missed counts on the next. Nothing that has counted is ever given back, so that
 * the sum only grows and any number of runs at any time pay the same (docs/decisions/038).
 */
export function settleDays(before: Standing, used: readonly Used[], ended: readonly Ended[]): SettledDay[] {
  const days = new Map<string, { used: Used[]; ended: Ended[] }>()
  const on = (day: string) => {
    const found = days.get(day) ?? { used: [], ended: [] }
    days.set(day, found)
    return found
  }
  const first = dayAfter(before)
  let last = first
  for (const entry of used) {
    const own = dayOf(entry.at)
    if (own > last) last = own
    on(last).used.push(entry)
  }
  for (const order of ended) {
    const own = dayOf(order.over_at)
    on(own > first ? own : first).ended.push(order)
  }
  const settled: SettledDay[] = []
  let { to_entry: from_entry, total_fen, paid_fen } = before
  for (const day of [...days.keys()].sort()) {
    const { used, ended: orders } = on(day)
    const usage_fen = -sumAmounts(used.map(({ amount_fen }) => amount_fen))
    const orders_fen = sumAmounts(orders.map(({ cash_fen }) => cash_fen))
    const refunds_fen = sumAmounts(orders.map(({ refunded_fen }) => refunded_fen))
    const left_out_fen = sumAmounts([...used, ...orders].map((one) => one.left_out_fen))
    total_fen += usage_fen + orders_fen - refunds_fen - left_out_fen
    const due_fen = (total_fen * BigInt(limits.invitation_percent)) / 100n
    const reward_fen = due_fen > paid_fen ? due_fen - paid_fen : 0n
    const to_entry = used.at(-1)?.id ?? from_entry
    const amounts = { usage_fen, orders_fen, refunds_fen, left_out_fen, total_fen, paid_before_fen: paid_fen, reward_fen }
    settled.push({ day, from_entry, to_entry, ...amounts, orders })
    from_entry = to_entry
    paid_fen += reward_fen
  }
  return settled
}

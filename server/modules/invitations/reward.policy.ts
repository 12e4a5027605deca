import { limits } from '#contract/limits.ts'

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

/** An entry on a cash account, signs as posted: spending is negative. */
export interface Spent {
  id: bigint
  kind: string
  amount_fen: bigint
  at: Date
}

/** The entries, in the order in which they moved the money, that are over and done before a moment; one that is not holds up the rest. */
export function ripe(moment: Date, entries: readonly Spent[]): readonly Spent[] {
  const open = entries.findIndex(({ at }) => at >= moment)
  return open === -1 ? entries : entries.slice(0, open)
}

export interface SettledDay {
  day: string
  from_entry: bigint
  to_entry: bigint
  usage_fen: bigint
  orders_fen: bigint
  refunds_fen: bigint
  /** Net cash spending of all days so far. */
  total_fen: bigint
  paid_before_fen: bigint
  reward_fen: bigint
}

/** What is known of somebody up to and including the last day that was settled. */
export type Standing = Pick<SettledDay, 'total_fen'> & { day: string; to_entry: bigint; paid_fen: bigint }

export const nothing_yet: Standing = { day: '', to_entry: 0n, total_fen: 0n, paid_fen: 0n }

const sum = (entries: readonly Spent[], kind: string) =>
  entries.filter((entry) => entry.kind === kind).reduce((total, { amount_fen }) => total - amount_fen, 0n)

/**
 * Settles entries after those of `before`, in order, day by day: what is paid after a day is 10 % of the net spending so
 * far, in whole fen, or what was paid already where a refund has made that less (product §6). A day is a function of
 * entries only, so that any number of runs at any time pay the same.
 */
export function settleDays(before: Standing, entries: readonly Spent[]): SettledDay[] {
  const days = new Map<string, Spent[]>()
  let { day } = before
  for (const entry of entries) {
    const own = dayOf(entry.at)
    if (own > day) day = own
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  const settled: SettledDay[] = []
  let { to_entry: from_entry, total_fen, paid_fen } = before
  for (const [day, own] of days) {
    const usage_fen = sum(own, 'usage') + sum(own, 'llm_usage')
    const [orders_fen, refunds_fen] = [sum(own, 'order'), -sum(own, 'refund')]
    total_fen += usage_fen + orders_fen - refunds_fen
    const due_fen = total_fen > 0n ? (total_fen * BigInt(limits.invitation_percent)) / 100n : 0n
    const reward_fen = due_fen > paid_fen ? due_fen - paid_fen : 0n
    const to_entry = own.at(-1)!.id
    settled.push({
      day,
      from_entry,
      to_entry,
      usage_fen,
      orders_fen,
      refunds_fen,
      total_fen,
      paid_before_fen: paid_fen,
      reward_fen,
    })
    from_entry = to_entry
    paid_fen += reward_fen
  }
  return settled
}

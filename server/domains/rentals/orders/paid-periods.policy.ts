import { micro_seconds_per_fen, sumAmounts } from '#contract/money.ts'

/** Time that one order bought. Orders that sold time to an instance, the newest first, with what is left of their cash. */
export interface BoughtTime {
  order_id: string
  seconds: bigint
  /** What the order cost, and the cash of it: the rest was paid by vouchers. */
  amount_fen: bigint
  cash_fen: bigint
  returned_fen: bigint
  /** What an hour of the image cost that it was sold with; 0 where that was free. */
  image_micro: bigint
}

/** A change of the configuration, cut into a stretch: the oldest first. */
export interface StretchLift {
  order_id: string
  lift_order_id: string
  used_s: bigint
  hour_micro: bigint
  price_micro: bigint
  value_fen: bigint
  cash_fen: bigint
  returned_fen: bigint
  /** What its order has not given back, for all stretches together. */
  order_left_fen: bigint
}

/** A part of a package that one order bought and that is not over yet. */
export interface Stretch extends BoughtTime {
  lifts: readonly StretchLift[]
  /** Whole seconds of it that are over, and that are to come. */
  used_s: bigint
  left_s: bigint
  /** What an hour of the rest is worth, in micro. */
  price_micro: bigint
}

const ms = 1000n

/**
 * What is left of a package, order by order, the newest first: bought time stacks, so the newest order ends where the
 * package ends, and each one before it where that one begins. What is over is none of them (docs/decisions/031).
 */
export function stretchesLeft(
  bought: readonly BoughtTime[],
  lifts: readonly StretchLift[],
  expire_at: Date,
  now: Date,
): Stretch[] {
  const stretches: Stretch[] = []
  const lift_orders = new Map(lifts.map((lift) => [lift.lift_order_id, lift.order_left_fen]))
  let left_ms = BigInt(expire_at.getTime() - now.getTime())
  for (const time of bought) {
    if (left_ms <= 0n) break
    const whole_ms = time.seconds * ms
    const used_s = left_ms < whole_ms ? (whole_ms - left_ms) / ms : 0n
    const own = lifts.filter(({ order_id }) => order_id === time.order_id).map((lift) => withLeft(lift, lift_orders))
    stretches.push({
      ...time,
      lifts: own,
      used_s,
      left_s: left_ms < whole_ms ? left_ms / ms : time.seconds,
      price_micro: own.at(-1)?.price_micro ?? (time.amount_fen * micro_seconds_per_fen) / time.seconds,
    })
    left_ms -= whole_ms
  }
  return stretches
}

/** Of an order that an operator gave back in part, what is left is taken out of `orders` by the stretches that ask first. */
function withLeft(lift: StretchLift, orders: Map<string, bigint>): StretchLift {
  const of_order = orders.get(lift.lift_order_id) ?? 0n
  const own = lift.cash_fen - lift.returned_fen
  const left = own < of_order ? own : of_order
  orders.set(lift.lift_order_id, of_order - left)
  return { ...lift, returned_fen: lift.cash_fen - left }
}

/** Cash that was paid for a stretch and has not been given back. */
export const cashLeft = ({ cash_fen, returned_fen, lifts }: Stretch): bigint =>
  cash_fen - returned_fen + sumAmounts(lifts.map((lift) => lift.cash_fen - lift.returned_fen))

/** What pay-as-you-go would have cost for the used part of a stretch: each configuration at its own price, to the second. */
export function usedFen({ lifts, used_s }: Stretch, hour_micro: bigint): bigint {
  let from = 0n
  let micro_seconds = 0n
  for (const lift of lifts) {
    micro_seconds += (lift.used_s - from) * lift.hour_micro
    from = lift.used_s
  }
  return (micro_seconds + (used_s > from ? used_s - from : 0n) * hour_micro) / micro_seconds_per_fen
}

/** Given back when a package becomes pay-as-you-go: paid cash − used time at the hourly price, not below 0 (product §5). */
export function backOnConversion(stretch: Stretch, hour_micro: bigint): bigint {
  const back = cashLeft(stretch) - usedFen(stretch, hour_micro)
  return back > 0n ? back : 0n
}

/** To be paid for an upgrade: the difference in unit price × the time that is left, rounded up once (product §5). */
export const upgradeFen = (delta_micro: bigint, left_s: bigint): bigint =>
  (delta_micro * left_s + micro_seconds_per_fen - 1n) / micro_seconds_per_fen

/** What an hour of a stretch is worth less when its list price falls from `from_micro` to `to_micro`. */
export const worthLess = ({ price_micro }: Stretch, from_micro: bigint, to_micro: bigint): bigint =>
  (price_micro * (from_micro - to_micro)) / from_micro

/** Given back for a downgrade: the difference × the time that is left, as far as it was paid in cash, rounded down. */
export function backOnDowngrade(stretch: Stretch, less_micro: bigint): bigint {
  const value_fen = stretch.amount_fen + sumAmounts(stretch.lifts.map((lift) => lift.value_fen))
  const cash_fen = stretch.cash_fen + sumAmounts(stretch.lifts.map((lift) => lift.cash_fen))
  if (value_fen === 0n) return 0n
  const back = (less_micro * stretch.left_s * cash_fen) / (value_fen * micro_seconds_per_fen)
  const left = cashLeft(stretch)
  return back < left ? back : left
}

/** Which orders an amount comes back from: what was paid last first. */
export function splitBack(stretch: Stretch, back_fen: bigint): { order_id: string; cash_fen: bigint; lift: boolean }[] {
  let rest = back_fen
  const sources = [
    ...[...stretch.lifts]
      .reverse()
      .map((lift) => ({ order_id: lift.lift_order_id, left: lift.cash_fen - lift.returned_fen, lift: true })),
    { order_id: stretch.order_id, left: stretch.cash_fen - stretch.returned_fen, lift: false },
  ]
  return sources.flatMap(({ order_id, left, lift }) => {
    const cash_fen = left < rest ? left : rest
    rest -= cash_fen
    return cash_fen > 0n ? [{ order_id, cash_fen, lift }] : []
  })
}

/** Shares of `total` in whole fen, in proportion to `weights`; their sum is `total`. */
export function shareOut(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = sumAmounts(weights)
  let before = 0n
  let given = 0n
  return weights.map((weight) => {
    before += weight
    const upto = all === 0n ? 0n : (total * before) / all
    const share = upto - given
    given = upto
    return share
  })
}

/** `5 天 3 小时 12 秒`: exact, without parts that are 0. */
export function spanText(seconds: bigint): string {
  const parts = [
    [seconds / 86_400n, '天'],
    [(seconds / 3600n) % 24n, '小时'],
    [(seconds / 60n) % 60n, '分'],
    [seconds % 60n, '秒'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0n ? [`${count} ${unit}`] : [])).join(' ') || '0 秒'
}

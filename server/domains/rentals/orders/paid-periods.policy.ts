import { microSecondsPerFen, sumAmounts } from '#contract/money.ts'

/** The time that one order bought for an instance, with the remaining cash. Lists are newest first. */
export interface BoughtTime {
  order_id: string
  seconds: bigint
  /** Price of the order, and the part paid in cash; the rest was paid by vouchers. */
  amount_fen: bigint
  cash_fen: bigint
  returned_fen: bigint
  /** Hourly price of the image at the time of sale; 0 if free. */
  image_micro: bigint
}

/** The part of a configuration change that falls into one stretch; lists are oldest first. */
export interface PaidPeriodResize {
  order_id: string
  lift_order_id: string
  used_s: bigint
  hour_micro: bigint
  price_micro: bigint
  value_fen: bigint
  cash_fen: bigint
  returned_fen: bigint
  /** Unrefunded amount of the change order, over all stretches. */
  order_left_fen: bigint
}

/** A stretch: the part of a package that one order bought and that is not over yet. */
export interface PaidPeriod extends BoughtTime {
  lifts: readonly PaidPeriodResize[]
  /** Whole seconds of the stretch that are used, and that remain. */
  used_s: bigint
  left_s: bigint
  /** Value of one remaining hour, in micro-yuan. */
  price_micro: bigint
}

const ms = 1000n

/**
 * Computes the remaining stretches of a package per order, newest first. Bought time stacks: the newest order ends where the
 * package ends, each earlier one where the next begins. Expired stretches are left out (docs/decisions/031).
 */
export function computePaidPeriodsLeft(
  bought: readonly BoughtTime[],
  lifts: readonly PaidPeriodResize[],
  expireAt: Date,
  now: Date,
): PaidPeriod[] {
  const stretches: PaidPeriod[] = []
  const liftOrders = new Map(lifts.map((lift) => [lift.lift_order_id, lift.order_left_fen]))
  let leftMs = BigInt(expireAt.getTime() - now.getTime())
  for (const time of bought) {
    if (leftMs <= 0n) break
    const wholeMs = time.seconds * ms
    const usedS = leftMs < wholeMs ? (wholeMs - leftMs) / ms : 0n
    const own = lifts
      .filter(({ order_id: orderId }) => orderId === time.order_id)
      .map((lift) => subtractRefunded(lift, liftOrders))
    stretches.push({
      ...time,
      lifts: own,
      used_s: usedS,
      left_s: leftMs < wholeMs ? leftMs / ms : time.seconds,
      price_micro: own.at(-1)?.price_micro ?? (time.amount_fen * microSecondsPerFen) / time.seconds,
    })
    leftMs -= wholeMs
  }
  return stretches
}

/** Returns when the bought time that is not over yet began; undefined for none. */
export function findPaidFrom(bought: readonly BoughtTime[], expireAt: Date, now: Date): Date | undefined {
  const stretches = computePaidPeriodsLeft(bought, [], expireAt, now)
  if (stretches.length === 0) return undefined
  return new Date(expireAt.getTime() - Number(sumAmounts(stretches.map(({ seconds }) => seconds * ms))))
}

/**
 * Applies an operator's partial refund of a change order: each stretch, in turn, takes what is left of that order in `orders`.
 */
function subtractRefunded(lift: PaidPeriodResize, orders: Map<string, bigint>): PaidPeriodResize {
  const ofOrder = orders.get(lift.lift_order_id) ?? 0n
  const own = lift.cash_fen - lift.returned_fen
  const left = own < ofOrder ? own : ofOrder
  orders.set(lift.lift_order_id, ofOrder - left)
  return { ...lift, returned_fen: lift.cash_fen - left }
}

/** Returns the cash paid for a stretch and not yet refunded. */
export const computeCashLeft = ({ cash_fen: cashFen, returned_fen: returnedFen, lifts }: PaidPeriod): bigint =>
  cashFen - returnedFen + sumAmounts(lifts.map((lift) => lift.cash_fen - lift.returned_fen))

/** Returns the pay-as-you-go cost of the used part of a stretch: each configuration at its own price, to the second. */
export function computeUsedFen({ lifts, used_s: usedS }: PaidPeriod, hourMicro: bigint): bigint {
  let from = 0n
  let microSeconds = 0n
  for (const lift of lifts) {
    microSeconds += (lift.used_s - from) * lift.hour_micro
    from = lift.used_s
  }
  return (microSeconds + (usedS > from ? usedS - from : 0n) * hourMicro) / microSecondsPerFen
}

/**
 * Computes the refund when a package becomes pay-as-you-go: paid cash − used time at the hourly price, at least 0 (product §5).
 */
export function computeConversionRefund(stretch: PaidPeriod, hourMicro: bigint): bigint {
  const back = computeCashLeft(stretch) - computeUsedFen(stretch, hourMicro)
  return back > 0n ? back : 0n
}

/** Computes the price of an upgrade: difference in unit price × remaining time, rounded up once (product §5). */
export const computeUpgradeFen = (deltaMicro: bigint, leftS: bigint): bigint =>
  (deltaMicro * leftS + microSecondsPerFen - 1n) / microSecondsPerFen

/** Returns by how much one hour of a stretch loses value when its list price falls from `fromMicro` to `toMicro`. */
export const computeWorthReduction = ({ price_micro: priceMicro }: PaidPeriod, fromMicro: bigint, toMicro: bigint): bigint =>
  (priceMicro * (fromMicro - toMicro)) / fromMicro

/** Computes the refund of a downgrade: difference × remaining time, limited to the share paid in cash, rounded down. */
export function computeDowngradeRefund(stretch: PaidPeriod, lessMicro: bigint): bigint {
  const valueFen = stretch.amount_fen + sumAmounts(stretch.lifts.map((lift) => lift.value_fen))
  const cashFen = stretch.cash_fen + sumAmounts(stretch.lifts.map((lift) => lift.cash_fen))
  if (valueFen === 0n) return 0n
  const back = (lessMicro * stretch.left_s * cashFen) / (valueFen * microSecondsPerFen)
  const left = computeCashLeft(stretch)
  return back < left ? back : left
}

/** Splits a refund over the orders of a stretch, last paid first. */
export function splitRefund(stretch: PaidPeriod, backFen: bigint): { order_id: string; cash_fen: bigint; lift: boolean }[] {
  let rest = backFen
  const sources = [
    ...[...stretch.lifts]
      .reverse()
      .map((lift) => ({ order_id: lift.lift_order_id, left: lift.cash_fen - lift.returned_fen, lift: true })),
    { order_id: stretch.order_id, left: stretch.cash_fen - stretch.returned_fen, lift: false },
  ]
  return sources.flatMap(({ order_id: orderId, left, lift }) => {
    const cashFen = left < rest ? left : rest
    rest -= cashFen
    return cashFen > 0n ? [{ order_id: orderId, cash_fen: cashFen, lift }] : []
  })
}

/** Splits `total` into whole fen in proportion to `weights`; the shares sum up to `total`. */
export function splitProportionally(total: bigint, weights: readonly bigint[]): bigint[] {
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

/** Formats seconds exactly, without zero parts: `5 天 3 小时 12 秒`. */
export function formatSeconds(seconds: bigint): string {
  const parts = [
    [seconds / 86_400n, '天'],
    [(seconds / 3600n) % 24n, '小时'],
    [(seconds / 60n) % 60n, '分'],
    [seconds % 60n, '秒'],
  ] as const
  return parts.flatMap(([count, unit]) => (count > 0n ? [`${count} ${unit}`] : [])).join(' ') || '0 秒'
}

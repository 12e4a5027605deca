import { microSecondsPerFen } from '#contract/money.ts'
import type { SpendingOrigin } from '#tests/server/money-model/money-by-origin.ts'

/** An order as its owner paid it, and what is back of it, in fen. */
export interface ModelOrder {
  id: string
  kind: string
  charge_rule: 'hour' | 'day' | 'week'
  quantity: number
  instance_id: string
  amount: bigint
  cash: bigint
  vouchers: Map<string, bigint>
  refunded: bigint
  /** All that was paid has come back. */
  closed: boolean
  /** When its time ended by a conversion, or before one. */
  over_at: number | undefined
  /** How its cash was paid, once it was. */
  share: SpendingOrigin | undefined
  /** What of a gift has come back of it. */
  given_back: bigint
  /** As far as it prepays an image, and what it cost before a coupon. */
  image_micro_s: bigint
  whole: bigint
}

/** Nothing has happened to it yet. */
export const createOrderState = () => ({
  ...{ cash: 0n, vouchers: new Map<string, bigint>(), refunded: 0n, closed: false, over_at: undefined },
  ...{ share: undefined, given_back: 0n, image_micro_s: 0n, whole: 0n },
})

export const computeOrderCashLeft = ({ cash, refunded }: ModelOrder): bigint => cash - refunded

const hours = { hour: 1, day: 24, week: 168 } as const
export const computeOrderPeriodMs = ({
  charge_rule: chargeRule,
  quantity,
}: Pick<ModelOrder, 'charge_rule' | 'quantity'>): number => hours[chargeRule] * quantity * 3_600_000

interface Lift {
  order: ModelOrder
  value: bigint
  cash: bigint
  returned: bigint
}

/** Time that one order bought. */
interface Stretch {
  order: ModelOrder
  /** In ms; the newest ends where the package ends. */
  begin: number
  end: number
  /** What an hour of the rest is worth. */
  worth_micro: bigint
  /** Seconds that were over when the configuration changed, and what an hour had cost by the hour until then. */
  cuts: { used_s: bigint; hour_micro: bigint }[]
  lifts: Lift[]
}

/** What would come back, order by order. */
export interface ModelRefund {
  fen: bigint
  orders: Map<ModelOrder, bigint>
  /** It has come back. */
  take(): void
}

const seconds = (ms: number): bigint => BigInt(Math.max(0, Math.floor(ms / 1000)))
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** A package: the time that orders bought for one instance, one after the other (product §5). */
export class ModelPaidPeriods {
  all: Stretch[] = []

  buy(order: ModelOrder, begin: number): void {
    const end = begin + computeOrderPeriodMs(order)
    const worthMicro = (order.amount * microSecondsPerFen) / seconds(end - begin)
    this.all.push({ order, begin, end, worth_micro: worthMicro, cuts: [], lifts: [] })
  }

  /** An order was given back in full: its time is gone, and what was bought later comes so much sooner. */
  drop(order: ModelOrder, expireAt: number): void {
    this.all = this.all.filter((stretch) => stretch.order !== order)
    for (let end = expireAt, nth = this.all.length - 1; nth >= 0; nth -= 1) {
      const stretch = this.all[nth]!
      const begin = end - (stretch.end - stretch.begin)
      Object.assign(stretch, { begin, end })
      end = begin
    }
  }

  /** When the time of an order is over, and of a change of the configuration the last time that it changed. */
  endOf(order: ModelOrder): number {
    const own = this.all.filter((stretch) => stretch.order === order || stretch.lifts.some((lift) => lift.order === order))
    return Math.max(0, ...own.map(({ end }) => end))
  }

  /** It is a package no longer. */
  end(now: number): void {
    const orders = this.all.flatMap(({ order, lifts }) => [order, ...lifts.map((lift) => lift.order)])
    for (const order of orders) order.over_at ??= Math.min(now, this.endOf(order))
    this.all = []
  }

  /** What comes back when it becomes pay-as-you-go, order by order: cash − used time at the price by the hour, never below 0. */
  backOnConversion(now: number, hourMicro: bigint): ModelRefund {
    return this.#giveBack(now, (stretch, left) => {
      let from = 0n
      let microS = 0n
      for (const cut of stretch.cuts) {
        microS += (cut.used_s - from) * cut.hour_micro
        from = cut.used_s
      }
      const usedS = seconds(now - stretch.begin)
      const used = (microS + (usedS > from ? usedS - from : 0n) * hourMicro) / microSecondsPerFen
      return left - used
    })
  }

  /** What an upgrade costs for the time left. */
  upgradeFen(expireAt: number, now: number, { from_micro: fromMicro, to_micro: toMicro }: ResizePrices): bigint {
    return ((toMicro - fromMicro) * seconds(expireAt - now) + microSecondsPerFen - 1n) / microSecondsPerFen
  }

  /** The configuration changes; `order` is what was paid for it. */
  upgrade(
    order: ModelOrder,
    now: number,
    { hour_micro: hourMicro, from_micro: fromMicro, to_micro: toMicro }: ResizePrices,
  ): void {
    // Shares are rounded from the newest on, so that what is left over falls to the oldest.
    const open = this.all.filter(({ end }) => end > now).reverse()
    const left = open.map(({ begin, end }) => seconds(end - Math.max(begin, now)))
    const values = shares(order.amount, left)
    const cash = shares(order.cash, values)
    for (const [nth, stretch] of open.entries()) {
      stretch.cuts.push({ used_s: seconds(now - stretch.begin), hour_micro: hourMicro })
      stretch.lifts.push({ order, value: values[nth]!, cash: cash[nth]!, returned: 0n })
      stretch.worth_micro += toMicro - fromMicro
    }
  }

  /** What comes back when the list price falls: of the time left, as far as cash has paid for it. */
  backOnDowngrade(now: number, { from_micro: fromMicro, to_micro: toMicro }: ResizePrices): ModelRefund {
    return this.#giveBack(now, (stretch) => {
      const value = stretch.lifts.reduce((sum, lift) => sum + lift.value, stretch.order.amount)
      const cash = stretch.lifts.reduce((sum, lift) => sum + lift.cash, stretch.order.cash)
      const leftS = seconds(stretch.end - Math.max(stretch.begin, now))
      const less = worthLess(stretch, fromMicro, toMicro)
      return value === 0n ? 0n : (less * leftS * cash) / (value * microSecondsPerFen)
    })
  }

  /** The configuration becomes cheaper, once what comes back was taken. */
  downgrade(
    order: ModelOrder,
    now: number,
    { hour_micro: hourMicro, from_micro: fromMicro, to_micro: toMicro }: ResizePrices,
  ): void {
    for (const stretch of this.all.filter(({ end }) => end > now)) {
      stretch.worth_micro -= worthLess(stretch, fromMicro, toMicro)
      stretch.cuts.push({ used_s: seconds(now - stretch.begin), hour_micro: hourMicro })
      stretch.lifts.push({ order, value: 0n, cash: 0n, returned: 0n })
    }
  }

  /** Not more than is left of each; what was paid last comes back first. */
  #giveBack(now: number, wanted: (stretch: Stretch, left: bigint) => bigint): ModelRefund {
    const orders = new Map<ModelOrder, bigint>()
    const returned: [Lift, bigint][] = []
    const give = (order: ModelOrder, fen: bigint) => {
      if (fen > 0n) orders.set(order, (orders.get(order) ?? 0n) + fen)
    }
    const open = this.all.filter(({ end }) => end > now)
    const leftOfLifts = liftsLeft(open)
    for (const stretch of open) {
      const left = stretch.lifts.reduce((sum, lift) => sum + leftOfLifts.get(lift)!, computeOrderCashLeft(stretch.order))
      let rest = least(wanted(stretch, left), left)
      for (const lift of [...stretch.lifts].reverse()) {
        const part = least(rest > 0n ? rest : 0n, leftOfLifts.get(lift)!)
        returned.push([lift, part])
        rest -= part
        give(lift.order, part)
      }
      give(stretch.order, rest)
    }
    return {
      fen: [...orders.values()].reduce((sum, fen) => sum + fen, 0n),
      orders,
      take: () => {
        for (const [lift, part] of returned) lift.returned += part
      },
    }
  }
}

/** List prices of an hour: as it was bought, as it will be, and as it was by the hour. */
export interface ResizePrices {
  from_micro: bigint
  to_micro: bigint
  hour_micro: bigint
}

const worthLess = ({ worth_micro: worthMicro }: Stretch, fromMicro: bigint, toMicro: bigint): bigint =>
  (worthMicro * (fromMicro - toMicro)) / fromMicro

/** What is left of what lifts have cost. Where an operator gave some of it back, the time that ends last keeps its own. */
function liftsLeft(open: readonly Stretch[]): Map<Lift, bigint> {
  const ofOrder = new Map<ModelOrder, bigint>()
  const lefts = new Map<Lift, bigint>()
  for (const lift of [...open].reverse().flatMap(({ lifts }) => lifts)) {
    const rest = ofOrder.get(lift.order) ?? computeOrderCashLeft(lift.order)
    const left = least(lift.cash - lift.returned, rest)
    ofOrder.set(lift.order, rest - left)
    lefts.set(lift, left)
  }
  return lefts
}

/** Shares of `total` in whole fen, in proportion; their sum is `total`. */
function shares(total: bigint, weights: readonly bigint[]): bigint[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  let before = 0n
  return weights.map((weight) => {
    const given = all === 0n ? 0n : (total * before) / all
    before += weight
    return (all === 0n ? 0n : (total * before) / all) - given
  })
}

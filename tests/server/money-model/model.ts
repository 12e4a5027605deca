import type { CouponUse } from '#contract/coupons.ts'
import type { LedgerEntryKind } from '#contract/wallet.ts'
import { ModelDebt } from '#tests/server/money-model/debt.ts'
import type { ModelCoupon, ModelInvoice, ModelPendingOrder } from '#tests/server/money-model/model-documents.ts'
import type { ModelInstance } from '#tests/server/money-model/model-instance.ts'
import { ModelWallet, type PaymentSplit, type SpendingPurpose } from '#tests/server/money-model/model-wallet.ts'
import { MoneyByOrigin } from '#tests/server/money-model/money-by-origin.ts'
import { computeOrderCashLeft, createOrderState, type ModelOrder } from '#tests/server/money-model/paid-periods.ts'
import type { CashUsage } from '#tests/server/money-model/reward.ts'
import type { ModelPaymentSource, ModelWithdrawal } from '#tests/server/money-model/withdrawal.ts'
import type { HeldClock } from '#tests/support/held-clock.ts'
import { toProductId } from '#tests/support/market.ts'

/** Fen by account, as they are posted. */
export type PostingLegs = Record<string, bigint>
interface Due {
  kind: LedgerEntryKind
  /** Id of what it is posted for. */
  ref: string
  legs(at: number): PostingLegs
}

/** What somebody is about to do. */
interface Wish {
  order?: { fen: bigint; purpose: SpendingPurpose }
  hour?: ModelInstance
  /** By the hour no longer when the wish comes true. */
  instead_of?: ModelInstance
  /** Cash that comes back with it. */
  back?: bigint
}

const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, fen) => sum + fen, 0n)

/** One person's money as the product says it is; knows nothing of the platform but its clock. */
export class MoneyModel {
  readonly purse = new ModelWallet()
  readonly purses: Map<string, ModelWallet>
  readonly instances: ModelInstance[] = []
  readonly orders = new Map<string, ModelOrder>()
  readonly debt = new ModelDebt()
  readonly uses: CashUsage[] = []
  /** What lies in the wallet of the person and of his sub-account, by where it came from. */
  readonly coins = { own: new MoneyByOrigin(), sub: new MoneyByOrigin() }
  readonly withdrawals: ModelWithdrawal[] = []
  readonly invoices: ModelInvoice[] = []
  readonly pending: ModelPendingOrder[] = []
  readonly coupons: ModelCoupon[] = []
  sub_id: string | undefined
  title_id: string | undefined
  readonly sources: ModelPaymentSource[] = []
  adjusted_fen = 0n
  recharged_fen = 0n
  /** Paid in, less what was withdrawn or is about to be. */
  paid_fen = 0n
  rewarded_fen = 0n
  readonly known = new Map<string, ModelInstance>()
  protected due: Due[] = []
  readonly #clock: Pick<HeldClock, 'now'>
  readonly #person_id: string

  constructor(clock: Pick<HeldClock, 'now'>, personId: string, inviterId: string) {
    this.#clock = clock
    this.#person_id = personId
    this.purses = new Map([
      [personId, this.purse],
      [inviterId, new ModelWallet()],
    ])
  }

  get now(): number {
    return this.#clock.now().getTime()
  }

  /** Something the platform has to post before the next look. */
  owes(due: Due): void {
    this.due.push(due)
  }

  mine(wallet: string): string {
    return `${this.#person_id} ${wallet}`
  }

  /** The legs of a payment out of vouchers and cash. */
  legsOf(splits: readonly PaymentSplit[]): PostingLegs {
    const legs: PostingLegs = { [this.mine('cash')]: 0n, revenue: 0n }
    for (const { vouchers, cash } of splits) {
      legs[this.mine('cash')]! -= cash
      for (const [id, fen] of vouchers) legs[`voucher ${id}`] = (legs[`voucher ${id}`] ?? 0n) - fen
      legs.revenue! += cash + [...vouchers.values()].reduce((sum, fen) => sum + fen, 0n)
    }
    return legs
  }

  /** Money of one's own: what operators have added is a gift, what they took is gone. */
  get paid_in_fen(): bigint {
    return this.paid_fen + (this.adjusted_fen < 0n ? this.adjusted_fen : 0n)
  }

  /** When nothing of an order's time was left, or will be. */
  overAt = (order: ModelOrder): number => {
    const { time, released_at: releasedAt } = this.find(order.instance_id)
    return order.over_at ?? Math.min(time.endOf(order), releasedAt ?? Number.POSITIVE_INFINITY)
  }

  add(instance: ModelInstance): void {
    this.instances.push(instance)
    this.known.set(instance.id, instance)
  }

  find = (id: string): ModelInstance => this.known.get(id)!

  purposeOf(instance: Pick<ModelInstance, 'model'>, use: CouponUse, chargeRule: SpendingPurpose['charge_rule']): SpendingPurpose {
    return { use, product_id: toProductId(instance.model), charge_rule: chargeRule }
  }

  /** Notes an order that is paid now, and that its posting is due; it is paid by vouchers first. */
  paid(made: Omit<ModelOrder, keyof ReturnType<typeof createOrderState>>, instance: ModelInstance): ModelOrder {
    const order: ModelOrder = { ...made, ...createOrderState() }
    this.orders.set(order.id, order)
    if (order.amount > 0n) this.owes({ kind: 'order', ref: order.id, legs: (at) => this.payment(order, instance, at) })
    return order
  }

  payment(order: ModelOrder, instance: ModelInstance, at: number): PostingLegs {
    const purpose = this.purposeOf(instance, order.kind as CouponUse, order.charge_rule)
    const [split] = this.purse.plan([{ fen: order.amount, purpose, ahead: at }])
    order.cash = split!.cash
    order.vouchers = split!.vouchers
    return this.legsOf([split!])
  }

  /** Cash comes back of an order. */
  refunds(order: ModelOrder, fen: bigint): void {
    this.owes({
      kind: 'refund',
      ref: order.id,
      legs: () => {
        order.refunded += fen
        order.closed = computeOrderCashLeft(order) === 0n
        return { revenue: -fen, [this.mine('cash')]: fen }
      },
    })
  }

  /** Charges as they will be settled, the oldest run first. */
  #accrued(): { fen: bigint; purpose: SpendingPurpose }[] {
    return this.instances
      .filter(({ run }) => run)
      .sort((a, b) => a.run!.segment - b.run!.segment)
      .map((instance) => ({ fen: instance.accruedFen(this.now), purpose: this.purposeOf(instance, 'usage', 'hour') }))
  }

  /** Cash that is left when everything used is paid; vouchers pay first. */
  freeFen(): bigint {
    return this.purse.cash - total(this.purse.plan(this.#accrued()).map(({ cash }) => cash))
  }

  /** Whether there is money for an order and an hour of everything that runs, vouchers first (product §5). */
  affords(wish: Wish): boolean {
    const ahead = this.now
    const running = this.instances
      .filter((one) => one.hourly && one.wants_to_run && one !== wish.instead_of)
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const micro = (charge: { fen: bigint; purpose: SpendingPurpose }) => ({ ...charge, fen: charge.fen * 10_000n })
    const hours = [...running, ...(wish.hour ? [wish.hour] : [])].map((one) => ({
      fen: one.priceMicro('hour'),
      purpose: this.purposeOf(one, 'usage', 'hour'),
      ahead,
    }))
    const scaled = new ModelWallet()
    scaled.vouchers = this.purse.vouchers.map((voucher) => ({ ...voucher, fen: voucher.fen * 10_000n }))
    const charges = [...(wish.order ? [{ ...micro(wish.order), ahead }] : []), ...this.#accrued().map(micro), ...hours]
    return (this.purse.cash + (wish.back ?? 0n)) * 10_000n >= total(scaled.plan(charges).map(({ cash }) => cash))
  }

  /** It is billed by the hour from now. */
  byTheHour(instance: ModelInstance): void {
    instance.charge_rule = 'hour'
    instance.expire_at = undefined
    instance.expiry = 'stop'
    instance.renew_quantity = 1
    instance.time.end(this.now)
  }

  /** Bought time follows what a package has left. */
  buys(instance: ModelInstance, order: ModelOrder, at: number): void {
    const begin = Math.max(at, instance.expire_at ?? 0)
    instance.time.buy(order, begin)
    instance.expire_at = instance.time.all.at(-1)!.end
  }
}

import { expect } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { getUserFunds } from '#server/domains/rentals/instances/funds-check.service.ts'
import { type JournalPosting, type JournalRecords, loadJournal } from '#tests/server/money-model/journal.ts'
import { MoneyModel, type PostingLegs } from '#tests/server/money-model/model.ts'
import { computePeriodFen, type ModelInstance } from '#tests/server/money-model/model-instance.ts'
import { sumSplitVouchers } from '#tests/server/money-model/model-wallet.ts'
import { computeImageFen } from '#tests/server/money-model/money-by-origin.ts'
import { computeOrderCashLeft, createOrderState, type ModelOrder } from '#tests/server/money-model/paid-periods.ts'
import { computeModelReward } from '#tests/server/money-model/reward.ts'
import { applyPayout } from '#tests/server/money-model/withdrawal.ts'
import type { MoneyWorld } from '#tests/server/money-model/world.ts'
import type { ApiReply } from '#tests/support/calls.ts'
import type { DatabaseCrash } from '#tests/support/faulty-database.ts'
import type { Person } from '#tests/support/people.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What goes wrong with a call: it is sent twice at once, or the platform dies in it and it is sent again. */
export interface CallFault {
  twice: boolean
  crash: DatabaseCrash | undefined
}

const without0 = (legs: PostingLegs): PostingLegs => Object.fromEntries(Object.entries(legs).filter(([, fen]) => fen !== 0n))
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, fen) => sum + fen, 0n)

/**
 * One person's money, on the platform and in a plain model. Every posting that the platform writes must be one the model
 * expects, leg by leg and to the fen: asked for by a step, or something the platform may do by itself at that time.
 */
export class MoneyLife extends MoneyModel {
  readonly world: MoneyWorld
  readonly person: Person
  readonly inviter: Person
  #posting = 0
  #segment = 0
  #keys = 0

  constructor(world: MoneyWorld, person: Person, inviter: Person) {
    super(world.rental.clock, person.id, inviter.id)
    this.world = world
    this.person = person
    this.inviter = inviter
  }

  /** Sends a money call with a key of its own; every answer is the same to the byte, and a 5xx is sent again. */
  async send<E extends Endpoint>(
    { twice, crash }: CallFault,
    call: (options: { headers: Record<string, string> }) => Promise<ApiReply<E>>,
  ): Promise<ApiReply<E>> {
    const { database } = this.world
    const options = { headers: { 'idempotency-key': `${this.person.id}-${this.#keys++}` } }
    if (crash) database.breakNext(crash)
    const first = await Promise.all(twice ? [call(options), call(options)] : [call(options)])
    const broken = database.mend()
    const replies = first.filter(({ status }) => status < 500)
    if (replies.length < first.length) {
      expect(broken).toBe(true)
      replies.push(await call(options))
    }
    for (const { raw } of replies) expect(raw).toBe(replies[0]!.raw)
    return replies[0]!
  }

  /** What the platform did since the last look is taken over where it may do it; then every balance must be the model's. */
  async look(): Promise<void> {
    const { kysely } = this.world.rental.deps.database
    const cursor = { posting: this.#posting, segment: this.#segment }
    const people = [...this.purses.keys()]
    const written = await loadJournal(kysely, { user_id: this.person.id, people, ...cursor })
    this.debt.begin(written.debt)
    const stopped = this.#followInstances(written)
    this.#followRuns(written)
    for (const posting of written.postings) this.#explain(posting, written)
    expect(this.due.map(({ kind, ref }) => `${kind} of ${ref} is not posted`)).toEqual([])
    this.debt.follow(written.debt, this.purse.cash)
    this.#compare(written)
    if (stopped) expect(this.freeFen()).toBeLessThanOrEqual(0n)
    const { free_fen: freeFen } = await getUserFunds(kysely, this.person.id, this.world.rental.clock.now())
    expect(freeFen).toBe(this.freeFen())
  }

  /** True when something was stopped for want of money. */
  #followInstances(written: JournalRecords): boolean {
    let stopped = false
    for (const instance of [...this.instances]) {
      const row = written.instances.find(({ id }) => id === instance.id)
      if (!row) {
        if (!instance.release_asked) this.#releasedByItself(instance, written)
        instance.released_at = written.released.find(({ id }) => id === instance.id)!.at
        this.instances.splice(this.instances.indexOf(instance), 1)
        continue
      }
      instance.ever_ran = row.started_at !== null
      if (row.status === instanceStatusCodes.abnormal) throw new Error(`${instance.id} has failed`)
      if (row.status === instanceStatusCodes.releasing && !instance.release_asked) this.#releasedByItself(instance, written)
      if (instance.wants_to_run && row.reason !== null && [6, 7].includes(row.status)) {
        if (row.reason === 'expired') expect(instance.expire_at).toBeLessThanOrEqual(this.now)
        else expect([row.reason, instance.charge_rule]).toEqual(['arrears', 'hour'])
        stopped ||= row.reason === 'arrears'
        instance.wants_to_run = false
      }
      if (row.charge_rule === 'hour' && !instance.hourly) this.#endsByTheHour(instance)
      instance.status = row.status
      if (row.status === instanceStatusCodes.shut_down) instance.ever_stopped = true
      instance.stopped_at = row.stopped_at ?? undefined
    }
    return stopped
  }

  #releasedByItself(instance: ModelInstance, { debt }: JournalRecords): void {
    instance.release_asked = true
    if (debt?.terminated && instance.hourly) return
    const keptSince = Math.max(instance.stopped_at ?? this.now, instance.expire_at ?? 0)
    expect(this.now - keptSince).toBeGreaterThanOrEqual(15 * dayMs)
  }

  /** 到期转按量. */
  #endsByTheHour(instance: ModelInstance): void {
    expect([instance.expiry, instance.expire_at! <= this.now]).toEqual(['hour', true])
    this.byTheHour(instance)
  }

  #followRuns({ segments }: JournalRecords): void {
    for (const row of segments) {
      const instance = this.find(row.instance_id)
      let run = instance.runs.find(({ segment }) => segment === row.id)
      if (!run) {
        expect(instance.hourly).toBe(true)
        run = { segment: row.id, from: row.started_at, to: undefined, price_micro: instance.priceMicro('hour') }
        expect(BigInt(row.price_micro)).toBe(run.price_micro)
        instance.runs.push(run)
      }
      if (row.ended_at === null) continue
      expect(row.seen_s).toBe(Math.floor((row.ended_at - row.started_at) / 1000))
      run.to = row.ended_at
    }
    const open = [...this.known.values()].flatMap(({ run }) => (run ? [run.segment] : []))
    this.#segment = Math.max(this.#segment, ...segments.map(({ id }) => id))
    if (open.length > 0) this.#segment = Math.min(this.#segment, ...open.map((id) => id - 1))
  }

  #explain(posting: JournalPosting, written: JournalRecords): void {
    const asked = this.due.findIndex(({ kind, ref }) => kind === posting.kind && ref === posting.ref)
    const legs = asked < 0 ? this.#byItself(posting, written) : this.due.splice(asked, 1)[0]!.legs(posting.at)
    const posted = Object.fromEntries(Object.entries(posting.legs).map(([place, fen]) => [place, BigInt(fen)]))
    expect({ [posting.idem]: posted }).toEqual({ [posting.idem]: without0(legs) })
    for (const [place, fen] of Object.entries(posted)) this.#move(place, fen)
    const cash = posted[this.mine('cash')] ?? 0n
    this.#followCoins(posting, cash)
    if (posting.kind === 'recharge') this.recharged_fen += cash
    if (posting.kind === 'adjust') this.adjusted_fen += cash
    if (['recharge', 'withdraw_hold', 'withdraw_return'].includes(posting.kind)) this.paid_fen += cash
    this.#posting = posting.id
  }

  /** Which money moved: what was paid in, or what operators gave. */
  #followCoins({ kind, ref, at, gift, charges }: JournalPosting, cash: bigint): void {
    const { own, sub } = this.coins
    const order = this.orders.get(ref ?? '')
    if (kind === 'allocate') {
      const [from, to] = cash < 0n ? [own, sub] : [sub, own]
      const { paid, given } = from.take(cash < 0n ? -cash : cash)
      to.pay('paid', paid)
      to.pay('given', given)
    } else if (kind === 'adjust') {
      if (cash > 0n) own.pay('given', cash)
      else own.take(-cash, true)
    } else if (kind === 'refund' && order) {
      const given = order.share ? order.share.given - order.given_back : 0n
      const back = gift ? cash : given < cash ? given : cash
      if (!gift) order.given_back += back
      own.pay('given', back)
      own.pay('paid', cash - back)
    } else if (cash > 0n) own.pay('paid', cash)
    else if (kind === 'withdraw_hold') own.take(-cash)
    else if (cash < 0n) {
      const share = own.spend(-cash)
      if (kind === 'order' && order) order.share = share
      const image = charges.map(({ fen, voucher_fen: voucherFen, seconds, image_micro: imageMicro }) =>
        computeImageFen(BigInt(fen - voucherFen), BigInt(imageMicro) * BigInt(seconds), BigInt(fen)),
      )
      if (kind === 'usage') this.uses.push({ at, share, image: total(image) })
    }
  }

  #move(place: string, fen: bigint): void {
    if (!place.includes(' ')) return
    const [owner, wallet] = place.split(' ') as [string, string]
    const purse =
      owner === 'voucher'
        ? [...this.purses.values()].find(({ vouchers }) => vouchers.some(({ id }) => id === wallet))
        : this.purses.get(owner)
    purse!.add(owner === 'voucher' ? place : wallet, fen)
  }

  #byItself(posting: JournalPosting, written: JournalRecords): PostingLegs {
    const { kind, ref, at, idem } = posting
    if (kind === 'usage') return this.#usage(posting)
    if (kind === 'late_fee') return this.debt.fee(posting, this.purse.cash, this.mine('cash'))
    if (kind === 'voucher_end') {
      const voucher = this.purse.vouchers.find(({ id }) => id === ref)!
      expect(voucher.until).toBeLessThanOrEqual(at)
      return { [`voucher ${ref}`]: -voucher.fen, promotion: voucher.fen }
    }
    const withdrawal = this.withdrawals.find(({ id }) => id === ref)
    if (kind === 'withdraw' && withdrawal) return applyPayout(withdrawal, posting)
    if (kind === 'reward') return this.#reward(posting)
    const order = this.orders.get(ref ?? '')
    if (kind === 'refund' && order && idem === `refund:${order.id}`) return this.#neverRan(order)
    const row = written.orders.find(({ id }) => id === ref)
    if (kind === 'order' && row?.kind === 'renew') return this.#renewsByItself(row, at)
    throw new Error(`nobody asked for ${idem} (${kind} of ${ref}): ${JSON.stringify(posting.legs)}`)
  }

  /** 10 % of the cash that was used, and kept of orders that have ended, on the days that are over, whole fen (product §6). */
  #reward({ legs, at }: JournalPosting): PostingLegs {
    const place = `${this.inviter.id} income`
    const fen = BigInt(legs[place] ?? 0)
    this.rewarded_fen += fen
    expect(this.rewarded_fen).toBeLessThanOrEqual(computeModelReward(this, at))
    return { promotion: -fen, [place]: fen }
  }

  #usage({ charges, at }: JournalPosting): PostingLegs {
    const splits = this.purse.plan(
      charges.map(({ instance_id: instanceId, fen }) => ({
        fen: BigInt(fen),
        purpose: this.purposeOf(this.find(instanceId), 'usage', 'hour'),
      })),
    )
    for (const [nth, { instance_id: instanceId, fen, voucher_fen: voucherFen }] of charges.entries()) {
      const instance = this.find(instanceId)
      instance.settled_fen += BigInt(fen)
      expect(BigInt(voucherFen)).toBe(sumSplitVouchers(splits[nth]!))
      expect(instance.settled_fen).toBeLessThanOrEqual(instance.costFen(at))
    }
    return this.legsOf(splits)
  }

  /** Released before it ever ran: nothing was used, so everything comes back, vouchers too. */
  #neverRan(order: ModelOrder): PostingLegs {
    const instance = this.find(order.instance_id)
    expect([instance.ever_ran, instance.ever_stopped, instance.release_asked]).toEqual([false, false, true])
    const cash = computeOrderCashLeft(order)
    order.refunded += cash
    order.closed = true
    const vouchers = [...order.vouchers].map(([id, fen]) => [`voucher ${id}`, fen] as const)
    return { revenue: -cash - total(vouchers.map(([, fen]) => fen)), [this.mine('cash')]: cash, ...Object.fromEntries(vouchers) }
  }

  /** 自动续费: within a day of the end, as much as its owner has said, at the price of now. */
  #renewsByItself(row: JournalRecords['orders'][number], at: number): PostingLegs {
    const instance = this.find(row.instance_id)
    expect([instance.expiry, row.quantity, row.charge_rule]).toEqual(['renew', instance.renew_quantity, instance.charge_rule])
    expect(at).toBeGreaterThanOrEqual(instance.expire_at! - dayMs)
    const { id, kind, charge_rule: chargeRule, quantity } = row
    const amount = computePeriodFen(instance, chargeRule, quantity)
    const order: ModelOrder = {
      ...{ id, kind, charge_rule: chargeRule, quantity, amount, instance_id: instance.id },
      ...createOrderState(),
    }
    this.orders.set(id, order)
    const legs = this.payment(order, instance, at)
    this.buys(instance, order, at)
    return legs
  }

  #compare(written: JournalRecords): void {
    const mine = (row: { id: string; charge_rule: string; expire_at: number | null; gpu_num: number }) => [
      row.id,
      row.charge_rule,
      row.expire_at ?? undefined,
      row.gpu_num,
    ]
    expect(written.instances.map(mine).sort()).toEqual(
      this.instances
        .map(({ id, charge_rule: chargeRule, expire_at: expireAt, gpu_num: gpuNum }) => [id, chargeRule, expireAt, gpuNum])
        .sort(),
    )
    for (const instance of this.known.values())
      if (!instance.run) expect([instance.id, instance.settled_fen]).toEqual([instance.id, instance.costFen(this.now)])
    for (const { id, amount, voucher, cash_back: cashBack, image_micro_s: imageMicroS, whole } of written.orders) {
      const order = this.orders.get(id)
      if (!order) continue
      order.image_micro_s = BigInt(Math.round(imageMicroS))
      order.whole = BigInt(whole)
      const split = { amount: order.amount, voucher: order.amount - order.cash, cash_back: order.refunded }
      expect({ id, amount: BigInt(amount), voucher: BigInt(voucher), cash_back: BigInt(cashBack) }).toEqual({ id, ...split })
    }
    const balances = Object.fromEntries(Object.entries(written.balances).map(([place, fen]) => [place, BigInt(fen)]))
    const model = [...this.purses].flatMap(([id, purse]) =>
      Object.entries(purse.balances()).map(
        ([place, fen]) => [place.startsWith('voucher ') ? place : `${id} ${place}`, fen] as const,
      ),
    )
    expect(balances).toEqual(Object.fromEntries(model))
    const { arrears_since: arrearsSince } = written
    const overdue = arrearsSince !== null && this.now - arrearsSince > hourMs + 900_000
    if (overdue) expect(this.instances.filter(({ run }) => run)).toEqual([])
  }
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { coupons } from '#contract/coupons.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { notifications } from '#contract/notifications.ts'
import { orders } from '#contract/orders.ts'
import { endExpiredVouchers } from '#server/domains/money/coupons/end-vouchers.service.ts'
import { getCashAndVoucher, giveCoupon } from '#tests/support/coupons.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 16), buildSimulatedHost('host-2', 'A100 80GB', 8)],
  })
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const hour = 3_600_000
const wait = (ms: number) => rental.tick(ms, 300_000)
const at = (ms: number) => new Date(rental.clock.now().getTime() + ms).toISOString()
const left = async (person: Person, id: string) => (await person.call(coupons.get, { params: { id } })).data.remaining
const stop = async (person: Person, id: string) => {
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
}

describe('product §5 What runs burns vouchers first', () => {
  it('the one that expires first, then the other, then cash', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const first = await giveCoupon(rental, person, { face: '5.00', valid_days: 2 })
    const later = await giveCoupon(rental, person, { face: '3.00', valid_days: 9 })
    const id = await rental.rent(person)
    await wait(2 * hour + 38 * 60_000)
    await stop(person, id)
    const cost = parseYuanToFen((await rental.show(person, id)).cost)
    expect(cost).toBeGreaterThan(500n)
    expect(cost).toBeLessThan(800n)
    expect([await left(person, first), await left(person, later)]).toEqual(['0.00', formatFenAsYuan(800n - cost)])
    expect((await rental.walletOf(person)).cash).toBe('100.00')
    expect((await person.call(coupons.get, { params: { id: first } })).data).toMatchObject({ state: 'used_up', spent: '5.00' })

    await rental.act(person, id, 'start')
    await rental.reach(id, instanceStatusCodes.running)
    await wait(2 * hour)
    await stop(person, id)
    const whole = parseYuanToFen((await rental.show(person, id)).cost)
    expect(await getCashAndVoucher(rental, person)).toEqual({ cash: formatFenAsYuan(10_000n - (whole - 800n)), voucher: '0.00' })
    const segments = await person.call(instances.segments, { params: { id } })
    const charges = segments.data.flatMap((segment) => segment.charges)
    const sum = (pick: (charge: (typeof charges)[number]) => string) =>
      charges.reduce((total, charge) => total + parseYuanToFen(pick(charge)), 0n)
    expect([sum(({ amount }) => amount), sum(({ voucher }) => voucher)]).toEqual([whole, 800n])
  })

  it('and lets somebody without cash boot and run on for as long as they last', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    expect((await rental.order(person)).code).toBe(resultCodes.insufficient_balance.code)
    await giveCoupon(rental, person)
    expect((await rental.quote(person)).data).toMatchObject({ enough: true, required: '0.00', balance: '0.00' })
    const id = await rental.rent(person)
    expect(await rental.walletOf(person)).toMatchObject({ cash: '0.00', voucher: '10.00', hours_left: 4.4 })
    await wait(hour)
    expect((await person.call(instanceGuards.burn)).data).toMatchObject({ cash: '0.00', grace_until: null, low: true })
    await wait(3 * hour)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await wait(hour / 2)
    expect((await person.call(instanceGuards.burn)).data.grace_until).not.toBeNull()
    const told = await person.call(notifications.list, { query: { class: 'arrears' } })
    expect(told.data.map(({ title }) => title)).toEqual(['余额已用完，实例将在 1 小时后关机'])
    await wait(hour + 60_000)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, reason: 'arrears' })
  })

  it('until they expire: what was seen before is paid by them, what comes after is not', async () => {
    const person = await rental.addPerson({ balance: '0.00' })
    const id = await giveCoupon(rental, person, { validity: 'dates', starts_at: at(-hour), ends_at: at(2.5 * hour) })
    const instanceId = await rental.rent(person)
    expect((await rental.walletOf(person)).hours_left).toBe(2.5)
    await wait(2 * hour)
    await rental.tick(hour / 2)
    const cost = parseYuanToFen((await rental.show(person, instanceId)).cost)
    await endExpiredVouchers(rental.deps)
    expect((await person.call(coupons.get, { params: { id } })).data).toMatchObject({ state: 'expired', remaining: '0.00' })
    const { data: entries } = await person.call(coupons.entries, { params: { id } })
    expect(entries[0]).toMatchObject({ title: '代金券 新人代金券 到期', balance_after: '0.00' })
    const spent = entries.slice(1, -1).reduce((sum, { amount }) => sum - parseYuanToFen(amount), 0n)
    expect(Number(cost - spent)).toBeLessThanOrEqual(1)
    await rental.tick(120_000)
    expect((await person.call(instanceGuards.burn)).data.grace_until).not.toBeNull()
    await stop(person, instanceId)
    expect(parseYuanToFen((await rental.walletOf(person)).cash)).toBeLessThan(0n)
  })

  it('each instance only those that are for it, and that its owner lets it burn', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const forA100 = await giveCoupon(rental, person, { face: '50.00', product_ids: [toProductId('A100 80GB')] })
    const forAll = await giveCoupon(rental, person, { face: '50.00', valid_days: 60 })
    const [mine, barred, a100] = [
      await rental.rent(person),
      await rental.rent(person),
      await rental.rent(person, { model: 'A100 80GB' }),
    ]
    const set = (id: string, body: { mode: 'none' | 'all' | 'except'; forbidden?: string[] }) =>
      person.call(coupons.set_config, { params: { id }, body })
    expect((await set(barred, { mode: 'none' })).data).toMatchObject({ mode: 'none', order: [] })
    expect((await set(a100, { mode: 'except', forbidden: [forAll] })).data.order).toEqual([forA100])
    expect((await set(mine, { mode: 'except', forbidden: ['coupon-none'] })).errors).toEqual({ forbidden: ['有代金券不存在'] })
    const config = (await person.call(coupons.config, { params: { id: mine } })).data
    expect(config.order).toEqual([forAll])
    expect(config.vouchers.find(({ coupon }) => coupon.id === forA100)?.why_not).toEqual(['只限产品 A100 80GB 一区（一区）'])
    await wait(2 * hour)
    for (const id of [mine, barred, a100]) await stop(person, id)
    const cost = async (id: string) => parseYuanToFen((await rental.show(person, id)).cost)
    expect(await left(person, forA100)).toBe(formatFenAsYuan(5000n - (await cost(a100))))
    expect(await left(person, forAll)).toBe(formatFenAsYuan(5000n - (await cost(mine))))
    expect((await rental.walletOf(person)).cash).toBe(formatFenAsYuan(10_000n - (await cost(barred))))
  })
})

describe('product §5 Orders burn vouchers first', () => {
  it('and say how they were paid, before and after', async () => {
    const person = await rental.addPerson({ balance: '44.72' })
    const id = await giveCoupon(rental, person)
    const { data: quote } = await rental.quote(person, { charge_rule: 'day' })
    expect(quote).toMatchObject({ amount: '54.72', required: '44.72', enough: true })
    expect(quote.payment).toEqual([
      { title: '代金券', detail: '自动抵扣', amount: '10.00' },
      { title: '余额', detail: '代金券之外的部分', amount: '44.72' },
    ])
    const { data: order } = await rental.order(person, { charge_rule: 'day' })
    expect(order).toMatchObject({ amount: '54.72', voucher: '10.00', discount: '0.00' })
    expect(await getCashAndVoucher(rental, person)).toEqual({ cash: '0.00', voucher: '0.00' })
    const { data: entries } = await person.call(coupons.entries, { params: { id } })
    expect(entries[0]).toMatchObject({ amount: '-10.00', order_id: order.id })
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
  })

  it('but not those that are for something else', async () => {
    const person = await rental.addPerson({ balance: '50.00' })
    await giveCoupon(rental, person, { uses: ['usage'] })
    await giveCoupon(rental, person, { charge_rules: ['week'], valid_days: 60 })
    const { data: quote } = await rental.quote(person, { charge_rule: 'day' })
    expect(quote).toMatchObject({ required: '54.72', enough: false, payment: [] })
    expect((await rental.order(person, { charge_rule: 'day' })).code).toBe(resultCodes.insufficient_balance.code)
    const fit = await person.call(coupons.fit, {
      query: { use: 'create_instance', product_id: toProductId('RTX 4090'), charge_rule: 'day', amount: '54.72' },
    })
    expect(fit.data.map(({ why_not: whyNot }) => whyNot)).toEqual([
      ['只能用于按量扣费，不能用于创建实例'],
      ['只限包周，这次是包日'],
    ])
  })

  it('and give them back when the start fails; one that is over by then ends again at once', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const lasting = await giveCoupon(rental, person, { valid_days: 30 })
    const short = await giveCoupon(rental, person, { validity: 'dates', starts_at: at(-hour), ends_at: at(1000) })
    rental.faults.pull_error = 'ImageNotFound'
    const { data: order } = await rental.order(person, { charge_rule: 'day' })
    expect(order.voucher).toBe('20.00')
    await rental.clock.advance(2_000)
    await rental.reach(order.instance_id!, instanceStatusCodes.abnormal)
    rental.faults.pull_error = undefined
    expect((await person.call(orders.get, { params: { id: order.id } })).data.status).toBe('refunded')
    expect(await left(person, lasting)).toBe('10.00')
    expect((await person.call(coupons.get, { params: { id: short } })).data).toMatchObject({
      state: 'expired',
      remaining: '0.00',
    })
    expect(await getCashAndVoucher(rental, person)).toEqual({ cash: '100.00', voucher: '10.00' })
  })
})

describe('product §5 Vouchers', () => {
  it('are said to end three days before, once', async () => {
    const person = await rental.addPerson()
    await giveCoupon(rental, person, { valid_days: 4 })
    await giveCoupon(rental, person, { valid_days: 1 })
    const told = async () => {
      await endExpiredVouchers(rental.deps)
      return (await person.call(notifications.list, { query: { class: 'expiry' } })).data.map(({ title }) => title)
    }
    expect(await told()).toEqual([])
    await rental.clock.advance(24 * hour + 1000)
    await rental.tick(11 * 60_000)
    expect(await told()).toEqual(expect.arrayContaining(['代金券 新人代金券 即将过期', '一张代金券已过期']))
    expect(await told()).toHaveLength(2)
  })
})

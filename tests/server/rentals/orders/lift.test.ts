import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { queue } from '#contract/queue.ts'
import { auditAndClose } from '#tests/support/audited-close.ts'
import { createInstanceMoneyHelper, hourMs, type InstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost, toProductId } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { addProductPrice } from '#tests/support/product-prices.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let money: InstanceMoneyHelper
const mixed = {
  ...buildSimulatedHost('host-1', 'RTX 4090', 8),
  gpus: [
    { model: 'RTX 4090', count: 8 },
    { model: 'A100 80GB', count: 4 },
  ],
}
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [mixed] })
  money = createInstanceMoneyHelper(rental)
})
afterAll(() => auditAndClose(rental))

const rich = () => rental.addPerson({ balance: '5000.00' })
/** A package at rest with exactly so much time left. */
async function restingPackage(person: Person, leftMs: number, wish: object = {}) {
  const id = await rental.rent(person, { charge_rule: 'week', quantity: 1, ...wish })
  await money.rest(person, id)
  await money.endAt(id, new Date(rental.clock.now().getTime() + leftMs))
  return id
}
async function restingHourly(person: Person, wish: object = {}) {
  const id = await rental.rent(person, wish)
  await money.rest(person, id)
  return id
}
const done = (person: Person) => rental.releaseAll(person)

describe('product §5 升降配置 of pay-as-you-go', () => {
  it('costs nothing now and has its new price from the next boot', async () => {
    const person = await rich()
    const id = await restingHourly(person)
    const before = await money.balanceOf(person)
    const { data: quote } = await money.quoteLift(person, id, { gpu_num: 2, data_disk: 150 })
    expect(quote).toMatchObject({
      pay: '0.00',
      back: '0.00',
      after: { gpu_num: 2, cpu: 16, memory: 64, data_disk: 150, price_hour: '4.59' },
    })
    const { data } = await money.orderLift(person, id, quote.token)
    expect(data.order).toMatchObject({ kind: 'lift', amount: '0.00', status: 'done' })
    expect(await rental.show(person, id)).toMatchObject({
      price_hour: '4.59',
      flavor: { gpu_num: 2, cpu: 16, memory: 64, data_disk: 150 },
    })
    expect([await money.balanceOf(person), await money.cardsOf(id)]).toEqual([before, 0])
    await rental.act(person, id, 'start')
    await rental.reach(id, 2)
    expect(await money.cardsOf(id)).toBe(2)
    await rental.tick(hourMs)
    const { data: segments } = await person.call(instances.segments, { params: { id } })
    expect(segments[0]).toMatchObject({ price_hour: '4.59', amount: '4.59' })
    expect(
      (await person.call(instances.events, { params: { id } })).data.map(({ title, detail }) => [title, detail]),
    ).toContainEqual(['升降配置', 'RTX 4090 × 1 → RTX 4090 × 2，数据盘 50 → 150 GB，¥4.59/小时'])
    await done(person)
  })

  it('changes to another product whose cards its host has', async () => {
    const person = await rich()
    const id = await restingHourly(person)
    const { data: options } = await person.call(instanceMoney.lift_options, { params: { id } })
    expect(
      options.products.map(({ gpu_type: gpuType, gpu_max: gpuMax, gpu_free: gpuFree }) => [gpuType, gpuMax, gpuFree]),
    ).toEqual(
      expect.arrayContaining([
        ['RTX 4090', 8, 8],
        ['A100 80GB', 4, 4],
        ['L40S', 0, 0],
      ]),
    )
    expect((await money.lift(person, id, { model: 'A100 80GB', gpu_num: 2 })).status).toBe(200)
    await rental.act(person, id, 'start')
    await rental.reach(id, 2)
    expect(await rental.show(person, id)).toMatchObject({ flavor: { gpu_type: 'A100 80GB', gpu_num: 2 }, price_hour: '13.76' })
    await done(person)
  })
})

describe('product §5 升降配置 of a package', () => {
  it('an upgrade pays Δ unit price × remaining time and takes the cards at once', async () => {
    const person = await rich()
    const id = await restingPackage(person, 5 * msPerDay + 3 * hourMs)
    const before = Number(await money.balanceOf(person))
    const { expire_at: expireAt } = await rental.show(person, id)
    const { data: quote } = await money.quoteLift(person, id, { gpu_num: 2 })
    expect(quote.lines).toEqual([{ title: '补差价', detail: '剩余 5 天 3 小时 × (¥4.56 − ¥2.28)/小时', amount: '280.44' }])
    await money.orderLift(person, id, quote.token)
    expect(before - Number(await money.balanceOf(person))).toBeCloseTo(280.44, 2)
    expect(await rental.show(person, id)).toMatchObject({
      expire_at: expireAt,
      price_hour: '4.56',
      cost: (383.04 + 280.44).toFixed(2),
    })
    expect(await money.cardsOf(id)).toBe(2)
    await done(person)
  })

  it('a downgrade gives it back as a refund and frees the cards beyond', async () => {
    const person = await rich()
    const id = await restingPackage(person, 5 * msPerDay + 3 * hourMs, { gpu_num: 3 })
    const [before, free] = [Number(await money.balanceOf(person)), await rental.freeCards('RTX 4090')]
    const { data: quote } = await money.quoteLift(person, id, { gpu_num: 1 })
    expect(quote.lines).toEqual([{ title: '退差价', detail: '剩余 5 天 3 小时 × (¥6.84 − ¥2.28)/小时', amount: '-560.88' }])
    expect((await money.orderLift(person, id, quote.token)).data.back).toBe('560.88')
    expect(Number(await money.balanceOf(person)) - before).toBeCloseTo(560.88, 2)
    expect([await money.cardsOf(id), await rental.freeCards('RTX 4090')]).toEqual([1, free + 2])
    await done(person)
  })

  it('time is counted at the order: what is paid is never more than was quoted', async () => {
    const person = await rich()
    const id = await restingPackage(person, 24 * hourMs)
    const { data: quote } = await money.quoteLift(person, id, { gpu_num: 2 })
    await rental.clock.advance(500_000)
    const { data } = await money.orderLift(person, id, quote.token)
    const due = Math.ceil(((24 * 3600 - 500) * 228) / 3600 - 1e-9) / 100
    expect([quote.pay, data.order.amount]).toEqual(['54.72', due.toFixed(2)])
    await done(person)
  })

  it('up and down again in the same second costs nothing, and converting gives back what is left', async () => {
    const person = await rich()
    const id = await restingPackage(person, 118 * hourMs)
    const before = await money.balanceOf(person)
    await money.lift(person, id, { gpu_num: 3 })
    await money.lift(person, id, { gpu_num: 1 })
    expect(await money.balanceOf(person)).toBe(before)
    await money.lift(person, id, { gpu_num: 2 })
    // 50 h at 2.28 were used before, none since: 383.04 + 118 × 2.28 − 50 × 2.28
    const { data } = await money.quoteConversion(person, id, 'hour')
    expect(data.back).toBe((383.04 + 118 * 2.28 - 50 * 2.28).toFixed(2))
    await done(person)
  })

  it('counts what was used before and after a change at the price of each configuration', async () => {
    const person = await rich()
    const id = await restingPackage(person, 118 * hourMs)
    await money.lift(person, id, { gpu_num: 2 })
    await rental.clock.advance(10 * hourMs)
    const { data } = await money.quoteConversion(person, id, 'hour')
    expect(data.back).toBe((383.04 + 118 * 2.28 - 50 * 2.28 - 10 * 4.56).toFixed(2))
    expect(data.lines[0]!.detail).toContain('各段配置按量合计 ¥159.60')
    await done(person)
  })

  it('a larger data disk is paid for the time that is left, and never becomes smaller', async () => {
    const person = await rich()
    const id = await restingPackage(person, 100 * hourMs)
    const { data } = await money.quoteLift(person, id, { data_disk: 250 })
    expect(data.pay).toBe((200 * 0.0003 * 100).toFixed(2))
    await money.orderLift(person, id, data.token)
    expect((await money.quoteLift(person, id, { data_disk: 100 })).errors).toHaveProperty('data_disk')
    expect((await rental.show(person, id)).flavor.data_disk).toBe(250)
    await done(person)
  })

  it('takes no card and no money where the host has none left', async () => {
    const [person, other] = [await rich(), await rich()]
    const id = await restingPackage(person, msPerDay)
    await rental.rent(other, { gpu_num: 6 })
    const before = await money.balanceOf(person)
    const { data } = await money.quoteLift(person, id, { gpu_num: 3 })
    expect(data.in_stock).toBe(false)
    expect((await money.orderLift(person, id, data.token)).code).toBe(resultCodes.no_free_gpu.code)
    expect([await money.balanceOf(person), await money.cardsOf(id)]).toEqual([before, 1])
    await done(other)
    await done(person)
  })
})

describe('product §4 Only while shut down', () => {
  it('and only what is another configuration that its host can be', async () => {
    const person = await rich()
    const id = await rental.rent(person)
    expect((await money.quoteLift(person, id, { gpu_num: 2 })).message).toBe('当前状态不能升降配置')
    await money.rest(person, id)
    expect((await money.quoteLift(person, id, {})).code).toBe(resultCodes.nothing_to_change.code)
    expect((await money.quoteLift(person, id, { model: 'L40S' })).errors).toHaveProperty('product_id')
    expect((await money.quoteLift(person, id, { model: 'A100 80GB', gpu_num: 5 })).errors).toHaveProperty('gpu_num')
    expect(
      (await person.call(instanceMoney.lift_quote, { params: { id }, body: { product_id: 'none', gpu_num: 1, data_disk: 50 } }))
        .errors,
    ).toHaveProperty('product_id')
    await done(person)
  })

  it('not while it waits in the queue, nor after the package has ended', async () => {
    const [person, other] = [await rich(), await rich()]
    const id = await restingHourly(person)
    await rental.rent(other, { gpu_num: 8 })
    expect((await person.call(queue.boot, { params: { id }, body: {} })).status).toBe(200)
    expect((await money.quoteLift(person, id, { gpu_num: 2 })).code).toBe(resultCodes.already_queued.code)
    await done(other)
    await done(person)
    const ended = await restingPackage(person, 0)
    expect((await money.quoteLift(person, ended, { gpu_num: 2 })).code).toBe(resultCodes.package_expired.code)
    await done(person)
  })

  it('refuses a quote whose configuration or price is not the present one', async () => {
    const person = await rich()
    const id = await restingHourly(person)
    const [first, second] = [
      (await money.quoteLift(person, id, { gpu_num: 2 })).data,
      (await money.quoteLift(person, id, { gpu_num: 3 })).data,
    ]
    await money.orderLift(person, id, first.token)
    expect((await money.orderLift(person, id, second.token)).code).toBe(resultCodes.quote_changed.code)
    const { data: third } = await money.quoteLift(person, id, { gpu_num: 4 })
    const productId = toProductId('RTX 4090')
    await addProductPrice(rental, productId, { id: 'price-dearer', version: 2, hour_micro: 3_000_000n })
    expect((await money.orderLift(person, id, third.token)).code).toBe(resultCodes.quote_changed.code)
    await addProductPrice(rental, productId, { id: 'price-as-before', version: 3 })
    await done(person)
  })

  it('fifty sends of one key have one effect and one answer', async () => {
    const person = await rich()
    const id = await restingPackage(person, 100 * hourMs)
    const before = Number(await money.balanceOf(person))
    const { token } = (await money.quoteLift(person, id, { gpu_num: 2 })).data
    const replies = await Promise.all(Array.from({ length: 50 }, () => money.orderLift(person, id, token, 'lift-once')))
    expect(new Set(replies.map(({ raw }) => raw)).size).toBe(1)
    expect(before - Number(await money.balanceOf(person))).toBeCloseTo(228, 2)
    await done(person)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { expiry } from '#contract/expiry.ts'
import { instanceMoney } from '#contract/instance-money.ts'
import { instances } from '#contract/instances.ts'
import { notifications } from '#contract/notifications.ts'
import { renewEndingPackages } from '#server/domains/rentals/renewals/auto-renew.service.ts'
import { computeNoticeHours } from '#server/domains/rentals/renewals/expiry-notices.policy.ts'
import { createInstanceMoneyHelper, hourMs, type InstanceMoneyHelper } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

const daily = { charge_rule: 'day' as const, quantity: 1 }
let rental: RentalPlatform
let money: InstanceMoneyHelper
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 64)] })
  money = createInstanceMoneyHelper(rental)
  await rental.tick(700_000) // what goes by the date waits until the clock is known to be steady
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

const set = (person: Person, id: string, policy: 'stop' | 'renew' | 'hour', renewQuantity = 1) =>
  person.call(expiry.update, { params: { id }, body: { policy, renew_quantity: renewQuantity } })
/** A running package that ends in so many milliseconds. */
async function ending(person: Person, inMs: number, wish: object = daily) {
  const id = await rental.rent(person, wish)
  await money.endAt(id, new Date(rental.clock.now().getTime() + inMs))
  return id
}
const told = async (person: Person, words: string) => (await money.titles(person)).filter((title) => title.includes(words)).length
const contentOf = async (person: Person, words: string) =>
  (await person.call(notifications.list, { query: { page_size: 100 } })).data.find(({ title }) => title.includes(words))?.content

describe('product §5 自动续费', () => {
  it('renews by the same unit and quantity from 24 hours before the end, once, and says so', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    const id = await rental.rent(person, { charge_rule: 'day', quantity: 2 })
    await set(person, id, 'renew', 2)
    const { expire_at: expireAt } = await rental.show(person, id)
    const untried = (await person.call(expiry.get, { params: { id } })).data
    expect(Date.parse(expireAt!) - Date.parse(untried.next_try!)).toBe(24 * hourMs)
    await rental.enforce()
    expect((await rental.show(person, id)).expire_at).toBe(expireAt)
    await money.endAt(id, new Date(rental.clock.now().getTime() + 24 * hourMs))
    await Promise.all([renewEndingPackages(rental.deps), renewEndingPackages(rental.deps), renewEndingPackages(rental.deps)])
    const row = await rental.show(person, id)
    expect(Date.parse(row.expire_at!) - rental.clock.now().getTime()).toBe(72 * hourMs)
    expect(await money.balanceOf(person)).toBe((500 - 2 * 109.44).toFixed(2))
    expect(await told(person, '已自动续费 2 天')).toBe(1)
    expect(await money.newestEvent(person, id)).toMatchObject({ actor: 'system', title: '自动续费 2 天' })
  })

  it('tries again each hour, tells of a reason once, and renews when there is money again', async () => {
    const person = await rental.addPerson({ balance: '60.00' })
    const id = await ending(person, 20 * hourMs)
    await set(person, id, 'renew')
    await rental.tick(60_000)
    const failed = (await person.call(expiry.get, { params: { id } })).data
    expect(failed.failure).toBe(resultCodes.insufficient_balance.message)
    expect(Date.parse(failed.next_try!) - rental.clock.now().getTime()).toBeGreaterThan(58 * 60_000)
    await rental.recharge(person.id, '100.00')
    await rental.tick(50 * 60_000, 300_000)
    expect(await money.balanceOf(person)).toBe('105.28')
    await rental.tick(10 * 60_000, 60_000)
    expect(await money.balanceOf(person)).toBe('50.56')
    expect([await told(person, '自动续费没有成功'), await told(person, '已自动续费 1 天')]).toEqual([1, 1])
    expect((await person.call(expiry.get, { params: { id } })).data).toMatchObject({ failure: null })
  })

  it('falls back to 到期关机 with the reason, and keeps the data', async () => {
    const person = await rental.addPerson({ balance: '54.72' })
    const id = await ending(person, 2 * 60_000)
    await set(person, id, 'renew')
    await rental.tick(4 * 60_000)
    expect(await rental.show(person, id)).toMatchObject({ status: 7, reason: 'expired', charge_rule: 'day' })
    expect(await money.cardsOf(id)).toBe(0)
    expect(await contentOf(person, '已到期并关机')).toMatch(/^自动续费没有成功：余额不足，请先充值。系统盘和数据盘都已保留/)
  })

  it('is not tried for what has ended and was shut down', async () => {
    const person = await rental.addPerson({ balance: '54.72' })
    const id = await ending(person, 60_000)
    await set(person, id, 'renew')
    await rental.tick(4 * 60_000)
    await rental.recharge(person.id, '500.00')
    await rental.tick(2 * hourMs, 600_000)
    expect(await money.balanceOf(person)).toBe('500.00')
  })
})

describe('product §5 到期转按量', () => {
  it('goes on without a break, metered at the price of that moment', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const id = await ending(person, 60_000)
    await set(person, id, 'hour')
    const { started_at: startedAt } = await rental.show(person, id)
    await rental.tick(120_000, 30_000)
    const row = await rental.show(person, id)
    expect(row).toMatchObject({ status: 2, charge_rule: 'hour', expire_at: null, started_at: startedAt, expiry_policy: 'stop' })
    expect(await money.cardsOf(id)).toBe(1)
    await rental.tick(hourMs)
    const { data: segments } = await person.call(instances.segments, { params: { id } })
    expect(segments).toHaveLength(1)
    expect(Number(segments[0]!.amount)).toBeGreaterThanOrEqual(2.28)
    expect(await contentOf(person, '已到期并转为按量计费')).toContain('¥2.28/小时')
    await rental.releaseAll(person)
  })

  it('stops where the balance does not cover an hour of it', async () => {
    const person = await rental.addPerson({ balance: '56.00' })
    const id = await ending(person, 60_000)
    await set(person, id, 'hour')
    await rental.tick(180_000)
    expect(await rental.show(person, id)).toMatchObject({ status: 7, charge_rule: 'day', reason: 'expired' })
    expect(await money.balanceOf(person)).toBe('1.28')
    expect(await contentOf(person, '已到期并关机')).toContain('没有转为按量计费：余额不足')
  })

  it('of what is shut down frees the cards and can be booted by the hour', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const id = await rental.rent(person, daily)
    await set(person, id, 'hour')
    await money.rest(person, id)
    await money.endAt(id, rental.clock.now())
    await rental.tick(60_000)
    expect(await rental.show(person, id)).toMatchObject({ charge_rule: 'hour', status: 7 })
    expect(await money.cardsOf(id)).toBe(0)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
  })
})

describe('product §5 到期关机', () => {
  it('is what happens by default, with the end known beforehand', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const id = await ending(person, 60_000)
    expect(await rental.show(person, id)).toMatchObject({ expiry_policy: 'stop', auto_stop_rule: 'expiry' })
    await set(person, id, 'hour')
    expect((await rental.show(person, id)).auto_stop_rule).toBeNull()
    await set(person, id, 'stop')
    await rental.tick(180_000)
    expect(await rental.show(person, id)).toMatchObject({ status: 7, reason: 'expired' })
  })
})

describe('product §5 The default of new packages', () => {
  it('is 到期关机 until the user says otherwise, holds for packages only, and leaves old ones as they are', async () => {
    const person = await rental.addPerson({ balance: '1000.00' })
    expect((await person.call(expiry.get_default)).data).toEqual({ expiry_policy: 'stop' })
    const old = await rental.rent(person, daily)
    await person.call(expiry.set_default, { body: { expiry_policy: 'renew' } })
    expect((await person.call(expiry.get_default)).data).toEqual({ expiry_policy: 'renew' })
    const bought = await rental.rent(person, { charge_rule: 'day', quantity: 3 })
    const hourly = await rental.rent(person)
    expect(await rental.show(person, bought)).toMatchObject({ expiry_policy: 'renew', renew_quantity: 3 })
    expect(await rental.show(person, old)).toMatchObject({ expiry_policy: 'stop' })
    expect(await rental.show(person, hourly)).toMatchObject({ expiry_policy: 'stop' })
    expect((await set(person, hourly, 'renew')).code).toBe(resultCodes.not_a_package.code)
    await money.convert(person, hourly, 'week')
    expect(await rental.show(person, hourly)).toMatchObject({ expiry_policy: 'renew', renew_quantity: 1 })
    const wrong = await person.call(instanceMoney.renew, {
      body: { quote: 'x', expiry: { policy: 'renew', renew_quantity: 53 } },
    })
    expect(wrong.errors).toHaveProperty(['expiry.renew_quantity'])
    await rental.releaseAll(person)
  })
})

describe('product §8 Reminders of an expiry', () => {
  it('come 3 days, 1 day and 2 hours before, each once, and say what will happen', async () => {
    const person = await rental.addPerson({ balance: '2000.00' })
    const id = await rental.rent(person, { charge_rule: 'week', quantity: 2 })
    const seen = async (leftH: number) => {
      const { expire_at: expireAt } = await rental.show(person, id)
      await rental.clock.advance(Date.parse(expireAt!) - rental.clock.now().getTime() - leftH * hourMs)
      await rental.tick(700_000)
      return [await told(person, '3 天内到期'), await told(person, '1 天内到期'), await told(person, '2 小时内到期')]
    }
    expect(await seen(74)).toEqual([0, 0, 0])
    expect(await seen(72)).toEqual([1, 0, 0])
    await rental.enforce()
    expect(await seen(24)).toEqual([1, 1, 0])
    expect(await seen(2)).toEqual([1, 1, 1])
    expect(await contentOf(person, '2 小时内到期')).toContain('到期自动关机并释放 GPU')
    await money.renew(person, [id], 'week')
    expect(await seen(72), 'of a week three days are too soon').toEqual([1, 1, 1])
    expect(await seen(24)).toEqual([1, 2, 1])
    await rental.releaseAll(person)
  })

  it('of a day begin six hours before its end, however long it took to start', async () => {
    const person = await rental.addPerson({ balance: '100.00' })
    const id = await rental.rent(person, daily)
    const { kysely } = rental.deps.database
    const beforeItRan = new Date(rental.clock.now().getTime() - 120_000)
    await kysely.updateTable('orders').set({ paid_at: beforeItRan }).where('instance_id', '=', id).execute()
    await rental.tick(120_000)
    expect(await told(person, '内到期')).toBe(0)
    const { expire_at: expireAt } = await rental.show(person, id)
    await rental.clock.advance(Date.parse(expireAt!) - rental.clock.now().getTime() - 6 * hourMs)
    await rental.tick(700_000)
    expect([await told(person, '内到期'), await told(person, '6 小时内到期')]).toEqual([1, 1])
    await rental.releaseAll(person)
  })

  it.each([
    [1, [6, 2]],
    [2, [6, 2]],
    [7, [24, 6, 2]],
    [28, [72, 24, 6, 2]],
  ])('of %d days are in the last quarter', (days, hours) => {
    const boughtAt = new Date(0)
    expect(computeNoticeHours({ bought_at: boughtAt, expire_at: new Date(days * 24 * hourMs) })).toEqual(hours)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createInstanceMoneyHelper, type InstanceMoneyHelper, msPerDay } from '#tests/support/instance-money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let money: InstanceMoneyHelper
const clock = new HeldClock(new Date('2028-01-31T23:59:40+08:00'))
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)], clock })
  money = createInstanceMoneyHelper(rental)
})
afterAll(async () => {
  expect(await rental.audit()).toEqual([])
  await rental.close()
})

/** The same second of the clock on the wall in Beijing. */
const beijing = (at: string | Date) => new Date(new Date(at).getTime() + 8 * 3_600_000).toISOString().slice(0, 19)

describe('product §5 A day is 24 hours and a week 168, whatever the calendar says', () => {
  it.each([
    ['the end of a month', '2028-01-31T23:59:50+08:00', '2028-02-01T23:59:50'],
    ['into 29 February', '2028-02-28T23:59:59+08:00', '2028-02-29T23:59:59'],
    ['out of 29 February', '2028-02-29T00:00:00+08:00', '2028-03-01T00:00:00'],
    ['over midnight +08:00 where UTC has none', '2028-03-10T23:30:00+08:00', '2028-03-11T23:30:00'],
    ['over midnight UTC where Beijing has none', '2028-03-12T07:30:00+08:00', '2028-03-13T07:30:00'],
    ['into the new year', '2028-12-31T12:00:00+08:00', '2029-01-01T12:00:00'],
  ])('%s', async (_, at, ends) => {
    await clock.advance(new Date(at).getTime() - clock.now().getTime())
    const person = await rental.addPerson({ balance: '2000.00' })
    const { data } = await rental.order(person, { charge_rule: 'day', quantity: 1 })
    const id = data.instance_id!
    await rental.reach(id, 2)
    expect(beijing((await rental.show(person, id)).expire_at!)).toBe(ends)
    await money.renew(person, [id], 'week', 4)
    await money.renew(person, [id], 'day', 3)
    const { expire_at: expireAt } = await rental.show(person, id)
    expect(Date.parse(expireAt!) - new Date(at).getTime()).toBe(32 * msPerDay)
    await rental.releaseAll(person)
  })

  it('twelve renewals of a week, each bought at another second, end 84 days after the first day began', async () => {
    const person = await rental.addPerson({ balance: '9000.00' })
    const began = clock.now().getTime()
    const { data } = await rental.order(person, { charge_rule: 'day', quantity: 1 })
    const id = data.instance_id!
    await rental.reach(id, 2)
    for (let week = 0; week < 12; week += 1) {
      await clock.advance(7_777)
      await money.renew(person, [id], 'week')
    }
    expect(Date.parse((await rental.show(person, id)).expire_at!) - began).toBe(85 * msPerDay)
    await rental.releaseAll(person)
  })
})

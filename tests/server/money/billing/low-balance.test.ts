import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { notifications } from '#contract/notifications.ts'
import { computeLowBalanceFen, computeRunOutTime, defaultBalanceAlert } from '#server/domains/money/billing/low-balance.policy.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())

const hour = 3_600_000
const wait = (ms: number) => rental.tick(ms, 300_000)
const told = async (person: Person) =>
  (await person.call(notifications.list, { query: { class: 'balance' } })).data.map(({ title }) => title)
const burn = async (person: Person) => (await person.call(instanceGuards.burn)).data

describe('product §5 Low balance', () => {
  it('is told when less than a day of what runs is left: once, and again after it was above', async () => {
    const person = await rental.addPerson({ balance: '56.00' })
    await rental.rent(person)
    await wait(0.4 * hour)
    expect(await told(person)).toEqual([])
    expect((await burn(person)).low).toBe(false)
    await wait(0.3 * hour)
    expect(await told(person)).toEqual(['余额不足，约可用 23 小时'])
    expect((await burn(person)).low).toBe(true)
    await wait(3 * hour)
    expect(await told(person)).toHaveLength(1)
    await rental.recharge(person.id, '10.00')
    await wait(0.2 * hour)
    expect(await told(person)).toHaveLength(1)
    await wait(2 * hour)
    expect(await told(person)).toHaveLength(2)
    await rental.releaseAll(person)
  })

  it('is told at ten yuan when little runs', async () => {
    const person = await rental.addPerson({ balance: '12.28' })
    await person.call(instanceGuards.set_alert, { body: { enabled: true, amount: '10', hours: 0 } })
    await rental.rent(person)
    await wait(0.9 * hour)
    expect(await told(person)).toEqual([])
    await wait(0.2 * hour)
    expect(await told(person)).toEqual(['余额不足，约可用 4 小时'])
    await rental.releaseAll(person)
  })

  it('can be switched off, and on again', async () => {
    const person = await rental.addPerson({ balance: '20.00' })
    expect((await person.call(instanceGuards.get_alert)).data).toEqual({ enabled: true, amount: '10.00', hours: 24 })
    await person.call(instanceGuards.set_alert, { body: { enabled: false, amount: '10.00', hours: 24 } })
    await rental.rent(person)
    await wait(hour)
    expect(await told(person)).toEqual([])
    await person.call(instanceGuards.set_alert, { body: { enabled: true, amount: '10.00', hours: 24 } })
    await wait(0.1 * hour)
    expect(await told(person)).toHaveLength(1)
    await rental.releaseAll(person)
  })

  it('takes no amount and no number of hours that is none', async () => {
    const person = await rental.addPerson()
    const errors = async (amount: string, hours: number) =>
      (await person.call(instanceGuards.set_alert, { body: { enabled: true, amount, hours } })).errors
    expect(await errors('-1', 24)).toEqual({ amount: ['请输入最多保留两位小数的金额'] })
    expect(await errors('1', 721)).toEqual({ hours: [expect.stringContaining('0–720')] })
  })

  it('is at the larger of both lines', () => {
    expect(computeLowBalanceFen(defaultBalanceAlert, 0n)).toBe(1000n)
    expect(computeLowBalanceFen(defaultBalanceAlert, 2_280_000n)).toBe(5472n)
    expect(computeLowBalanceFen({ ...defaultBalanceAlert, hours: 0 }, 2_280_000n)).toBe(1000n)
  })
})

describe('product §5 The bar', () => {
  it('says what runs, what it burns, and until when the money lasts', async () => {
    const person = await rental.addPerson({ balance: '22.80' })
    expect(await burn(person)).toEqual({
      running: 0,
      saving: 0,
      burn_hour: '0.00',
      cash: '22.80',
      runs_out_at: null,
      low: false,
      grace_until: null,
    })
    await rental.rent(person)
    const begun = rental.clock.now().getTime()
    const { runs_out_at: runsOutAt, ...rest } = await burn(person)
    expect(rest).toEqual({ running: 1, saving: 0, burn_hour: '2.28', cash: '22.80', low: true, grace_until: null })
    expect(Date.parse(runsOutAt!) - begun).toBe(10 * hour)
    await wait(10 * hour)
    await rental.tick(60_000)
    const { grace_until: graceUntil } = await burn(person)
    const stops = Date.parse(graceUntil!)
    expect(stops - begun - 11 * hour).toBeGreaterThanOrEqual(0)
    expect(stops - begun - 11 * hour).toBeLessThanOrEqual(60_000)
    await rental.recharge(person.id, '5.00')
    expect((await burn(person)).grace_until).toBeNull()
    await wait(hour * 3.5)
    expect((await burn(person)).running).toBe(0)
    await rental.releaseAll(person)
  })

  it('knows no end of money that nothing uses', () => {
    expect(computeRunOutTime(100n, 0n, new Date(0))).toBeNull()
    expect(computeRunOutTime(0n, 1n, new Date(0))).toEqual(new Date(0))
    expect(computeRunOutTime(10n ** 15n, 1n, new Date(0))!.getUTCFullYear()).toBe(2070)
  })
})

describe('product §5 What would be billed if', () => {
  it('is what is billed then', async () => {
    const person = await rental.addPerson({ balance: '500.00' })
    const id = await rental.rent(person)
    await wait(1.5 * hour)
    const ask = async () => (await person.call(instanceGuards.forecast, { params: { id } })).data
    const first = await ask()
    expect(first).toMatchObject({ settled: '2.28', now: '3.42', rule: null })
    const morning = Date.parse(first.morning!.at)
    expect(new Date(morning).toISOString().slice(11, 16)).toBe('01:00')
    await wait(morning - rental.clock.now().getTime())
    expect((await ask()).now).toBe(first.morning!.amount)

    await person.call(instanceGuards.update, {
      params: { id },
      body: { stop_at: new Date(rental.clock.now().getTime() + 3 * hour).toISOString() },
    })
    const { rule, morning: none } = await ask()
    expect(rule!.rule).toBe('timer')
    expect(none).toBeNull()
    await wait(3.1 * hour)
    expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, cost: rule!.amount })
    expect(await ask()).toEqual({ settled: rule!.amount, now: rule!.amount, morning: null, rule: null })
    await rental.releaseAll(person)
  })
})

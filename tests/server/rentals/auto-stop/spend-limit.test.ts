import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { instanceGuards } from '#contract/guards.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { computeRunCharge, formatFenAsYuan, microSecondsPerFen, parseYuanToFen } from '#contract/money.ts'
import { notifications } from '#contract/notifications.ts'
import { computeCostAfter, computeLimitSecond } from '#server/domains/rentals/auto-stop/spend-limit.policy.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let person: Person
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
  person = await rental.addPerson({ balance: '90000.00' })
})
afterAll(() => rental.close())

const minute = 60_000
const limit = (id: string, spendLimit: string | null) =>
  person.call(instanceGuards.update, { params: { id }, body: { spend_limit: spendLimit } })
const guardOf = async (id: string) => (await person.call(instanceGuards.get, { params: { id } })).data
const segmentsOf = async (id: string) => (await person.call(instances.segments, { params: { id } })).data
const noticesOf = async (id: string, words: string) =>
  (await person.call(notifications.list)).data.filter(({ title, link }) => title.includes(words) && link?.includes(id)).length

/** An instance that is shut down, with a price of one's own. */
async function shutDownAt(priceMicro: bigint): Promise<string> {
  const id = await rental.rent(person)
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
  await rental.deps.database.kysely.updateTable('instances').set({ price_micro: priceMicro }).where('id', '=', id).execute()
  return id
}

async function boot(id: string): Promise<void> {
  expect((await rental.act(person, id, 'start')).status).toBe(200)
  await rental.reach(id, instanceStatusCodes.running)
}

/** Price in micro per hour, and a limit in fen that is reached within twenty minutes. */
const awkward = fc
  .record({ price: fc.bigInt({ min: 1_000_003n, max: 400_000_003n }), seconds: fc.bigInt({ min: 40n, max: 1200n }) })
  .map(({ price, seconds }) => ({ price, fen: computeRunCharge(price, seconds) < 10n ? 10n : computeRunCharge(price, seconds) }))

describe('product §4 Stop after ¥X', () => {
  it('stops in the very second in which the limit is reached, whatever the price', async () => {
    await fc.assert(
      fc.asyncProperty(awkward, async ({ price, fen }) => {
        const id = await shutDownAt(price)
        const before = await segmentsOf(id)
        await limit(id, formatFenAsYuan(fen))
        await boot(id)
        await rental.tick(25 * minute)
        expect(await rental.show(person, id)).toMatchObject({ status: instanceStatusCodes.shut_down, reason: 'limit' })
        const [run, ...others] = await segmentsOf(id)
        expect(others).toHaveLength(before.length)
        const used = price * BigInt(run!.seconds) + BigInt(run!.carried_in)
        expect(used).toBeGreaterThanOrEqual(fen * microSecondsPerFen)
        expect(used).toBeLessThan(fen * microSecondsPerFen + price)
        expect(run!.amount).toBe(run!.settled)
        // The time on the clock is the time on the bill.
        expect(Date.parse(run!.ended_at!) - Date.parse(run!.started_at)).toBe(run!.seconds * 1000)
        await rental.releaseAll(person)
      }),
      { numRuns: 8 },
    )
    expect(await rental.audit()).toEqual([])
  })

  it('bills nothing beyond the limit though the platform was not there to stop it', async () => {
    const id = await shutDownAt(2_280_000n)
    await limit(id, '0.38')
    await boot(id)
    await rental.clock.advance(20 * minute)
    // Whoever comes first after the outage: the meter, the bill or the guard.
    await rental.observe()
    await rental.charge()
    expect((await segmentsOf(id))[0]!.amount).toBe('0.19')
    await rental.tick(10 * minute)
    const [run] = await segmentsOf(id)
    expect([run!.amount, run!.seconds]).toEqual(['0.38', 600])
    expect((await rental.show(person, id)).reason).toBe('limit')

    await limit(id, '0.20')
    await boot(id)
    await rental.clock.advance(20 * minute)
    await rental.observe()
    await rental.charge()
    await rental.clock.advance(4 * minute)
    await rental.observe()
    await rental.charge()
    expect((await segmentsOf(id))[0]!.amount).toBe('0.20')
    await rental.work()
    expect((await rental.show(person, id)).reason).toBe('limit')
    await rental.releaseAll(person)
  })

  it('counts a restart as the same run, and a boot as a new one', async () => {
    const id = await shutDownAt(3_600_000n)
    await limit(id, '1.00')
    await boot(id)
    await rental.tick(10 * minute)
    await rental.act(person, id, 'restart')
    await rental.reach(id, instanceStatusCodes.running)
    expect((await guardOf(id)).spent).toBe('0.60')
    await rental.tick(8 * minute)
    expect((await rental.show(person, id)).reason).toBe('limit')
    const amounts = (await segmentsOf(id)).slice(0, 2).map(({ amount }) => parseYuanToFen(amount))
    expect(amounts[0]! + amounts[1]!).toBe(100n)
    await boot(id)
    expect((await guardOf(id)).spent).toBe('0.00')
    await rental.tick(10 * minute)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('set while it runs holds for what was spent before, too; raised, it runs on; taken away, it never stops', async () => {
    const id = await shutDownAt(3_600_000n)
    await boot(id)
    await rental.tick(10 * minute)
    const refused = await limit(id, '0.60')
    expect([refused.status, refused.errors]).toEqual([400, { spend_limit: ['本次运行已花费 0.60 元，上限须高于它'] }])
    const { data } = await limit(id, '1.20')
    expect(Date.parse(data.next_stop!.at) - rental.clock.now().getTime()).toBe(10 * minute)
    expect(await rental.show(person, id)).toMatchObject({ auto_stop_time: data.next_stop!.at, auto_stop_rule: 'spend' })
    await limit(id, '1.80')
    await rental.tick(15 * minute)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await limit(id, null)
    await rental.tick(60 * minute)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('is told of ten minutes before, once, and one more hour is one call away', async () => {
    const id = await shutDownAt(3_600_000n)
    await limit(id, '1.00')
    await boot(id)
    const told = () => noticesOf(id, '约 10 分钟后关机')
    await rental.tick(6 * minute)
    expect(await told()).toBe(0)
    await rental.tick(minute)
    expect(await told()).toBe(1)
    await rental.tick(5 * minute)
    expect(await told()).toBe(1)
    const { data } = await person.call(instanceGuards.extend, { params: { id }, body: { rule: 'spend' } })
    expect(data.spend_limit).toBe('4.60')
    await rental.tick(30 * minute)
    expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
    await rental.releaseAll(person)
  })

  it('says on the timeline which rule it was', async () => {
    const id = await shutDownAt(3_600_000n)
    await limit(id, '0.30')
    await boot(id)
    await rental.tick(6 * minute)
    const { data } = await person.call(instances.events, { params: { id } })
    expect(data.find(({ title }) => title === '关机')).toMatchObject({
      actor: 'system',
      reason: 'limit',
      detail: '消费上限，本次运行已花费 ¥0.30',
    })
    expect(data.find(({ title }) => title === '设置自动关机')).toMatchObject({ actor: 'user', detail: '消费上限 ¥0.30' })
    await rental.releaseAll(person)
  })

  it('stops nothing when the clock jumps by forty days, and still stops in time', async () => {
    for (const jump of [40, -40, 0.02, -0.02]) {
      const id = await shutDownAt(3_600_000n)
      await limit(id, '3.00')
      await boot(id)
      await rental.tick(10 * minute)
      rental.clock.jump(jump * 86_400_000)
      await rental.tick(30_000)
      expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
      await rental.tick(45 * minute)
      expect((await rental.show(person, id)).reason).toBe('limit')
      expect((await segmentsOf(id))[0]!.amount).toBe('3.00')
      rental.clock.jump(-jump * 86_400_000)
      await rental.tick(15 * minute)
      await rental.releaseAll(person)
    }
  })

  it('is for instances paid by the second', async () => {
    const id = await rental.rent(person, { charge_rule: 'day' })
    const reply = await limit(id, '5')
    expect([reply.code, reply.errors?.spend_limit]).toEqual([resultCodes.invalid.code, ['包日、包周已经付清，不按消费关机']])
    await rental.releaseAll(person)
  })

  it.each([
    ['0.09', '消费上限至少 0.10 元'],
    ['-1', '请输入最多保留两位小数的正数！'],
    ['', '请输入金额'],
  ])('of %s is refused at the field', async (amount, message) => {
    const id = await rental.rent(person)
    expect((await limit(id, amount)).errors?.spend_limit?.[0]).toBe(message)
    await rental.releaseAll(person)
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})

describe('product §4 The second of a limit', () => {
  const run = fc.record({
    price_micro: fc.bigInt({ min: 1n, max: 10n ** 9n }),
    carry_in: fc.bigInt({ min: 0n, max: microSecondsPerFen - 1n }),
  })
  it('is the first at which the limit is used up', () =>
    fc.assert(
      fc.property(run, fc.bigInt({ min: 1n, max: 10n ** 8n }), (of, fen) => {
        const second = computeLimitSecond(of, fen)!
        expect(computeRunCharge(of.price_micro, second, of.carry_in)).toBeGreaterThanOrEqual(fen)
        if (second > 0n) expect(computeRunCharge(of.price_micro, second - 1n, of.carry_in)).toBeLessThan(fen)
      }),
    ))
  it('is none where nothing is charged', () => expect(computeLimitSecond({ price_micro: 0n, carry_in: 0n }, 100n)).toBeNull())
  it('holds for what is foreseen, too', () => {
    const segment = { price_micro: 3_600_000n, carry_in: 0n, seen_s: 100n, limit_s: 200n }
    expect(computeCostAfter(segment, 50)).toBe(15n)
    expect(computeCostAfter(segment, 5000)).toBe(20n)
    expect(computeCostAfter({ ...segment, limit_s: null }, 5000)).toBe(510n)
  })
})

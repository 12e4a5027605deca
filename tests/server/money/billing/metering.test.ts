import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { computeRunCharge, formatFenAsYuan, parseYuanToFen } from '#contract/money.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({
    hosts: [buildSimulatedHost('host-1', 'RTX 4090', 32), buildSimulatedHost('host-2', 'L40S', 8)],
  })
})
afterAll(() => rental.close())

const segmentsOf = async (person: Person, id: string) =>
  (await person.call(instances.segments, { params: { id }, query: { page_size: 100, order: 'asc' } })).data
const shutDown = async (person: Person, id: string) => {
  await rental.act(person, id, 'shutdown')
  await rental.reach(id, instanceStatusCodes.shut_down)
}
/** Steps as long as silence that is still billed; how often somebody looks makes no difference, as is shown below. */
const wait = (ms: number) => rental.tick(ms, 300_000)
const runFor = async (person: Person, id: string, ms: number) => {
  await wait(ms)
  await shutDown(person, id)
}

describe('product §5 Metering', () => {
  it.each([
    ['RTX 4090', 1, '2.28'],
    ['RTX 4090', 5, '11.40'],
    ['L40S', 4, '4.93'],
  ])('of %s for %i full hours costs exactly that many times the price', async (model, hours, cost) => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { model })
    await runFor(person, id, hours * 3_600_000)
    expect(formatFenAsYuan(10_000n - parseYuanToFen((await rental.walletOf(person)).cash))).toBe(cost)
    expect((await rental.show(person, id)).cost).toBe(cost)
    await rental.releaseAll(person)
  })

  it('begins when the instance runs, and ends when it is told to stop', async () => {
    const person = await rental.addPerson()
    const { data: order } = await rental.order(person)
    await rental.reach(order.instance_id!, instanceStatusCodes.running)
    const begun = rental.clock.now().getTime()
    await rental.tick(100_400)
    await rental.act(person, order.instance_id!, 'shutdown')
    await rental.tick(60_000)
    const [segment, ...more] = await segmentsOf(person, order.instance_id!)
    expect(more).toEqual([])
    expect(new Date(segment!.started_at).getTime()).toBe(begun)
    expect(segment).toMatchObject({ seconds: 100, amount: '0.06', settled: '0.06', price_hour: '2.28' })
    expect(new Date(segment!.ended_at!).getTime()).toBe(begun + 100_400)
    await rental.releaseAll(person)
  })

  it('shows what has been used before it is settled, and settles at the hour', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await wait(1_800_000)
    expect(await rental.walletOf(person)).toMatchObject({ cash: '100.00', accrued: '1.14', burn_hour: '2.28', consumed: '0.00' })
    expect((await rental.show(person, id)).cost).toBe('1.14')
    await wait(1_860_000)
    const wallet = await rental.walletOf(person)
    expect(parseYuanToFen(wallet.consumed)).toBeGreaterThanOrEqual(227n)
    expect(parseYuanToFen(wallet.consumed) + parseYuanToFen(wallet.accrued)).toBe(computeRunCharge(2_280_000n, 3_660n))
    await rental.releaseAll(person)
  })

  it('does not make short runs free: what is below 1 fen enters the next run', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    for (let run = 0; run < 8; run += 1) {
      await runFor(person, id, 15_000)
      if (run === 7) break
      await rental.act(person, id, 'start')
      await rental.reach(id, instanceStatusCodes.running)
    }
    const segments = await segmentsOf(person, id)
    expect(segments.map(({ seconds }) => seconds)).toEqual(Array(8).fill(15))
    expect(segments.map(({ amount }) => amount)).toEqual(['0.00', ...Array(7).fill('0.01')])
    expect((await rental.walletOf(person)).cash).toBe('99.93')
    await rental.releaseAll(person)
  })

  it('closes at a restart and opens when the instance runs again; the time between is not billed', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person)
    await wait(600_000)
    await rental.act(person, id, 'restart')
    await rental.reach(id, instanceStatusCodes.running)
    await runFor(person, id, 600_000)
    const segments = await segmentsOf(person, id)
    expect(segments.map(({ seconds, amount }) => [seconds, amount])).toEqual([
      [600, '0.38'],
      [600, '0.38'],
    ])
    expect(new Date(segments[1]!.started_at).getTime()).toBeGreaterThan(new Date(segments[0]!.ended_at!).getTime())
    await rental.releaseAll(person)
  })

  it('lays out every charge: they tile each segment from 0, and add up to what was taken', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { gpu_num: 3, data_disk: 77 })
    await runFor(person, id, 3 * 3_600_000 + 123_000)
    const [segment] = await segmentsOf(person, id)
    expect(segment!.charges.length).toBeGreaterThanOrEqual(3)
    let from = 0
    for (const charge of segment!.charges) {
      expect(charge.from_s).toBe(from)
      from = charge.to_s
    }
    expect(from).toBe(segment!.seconds)
    const charged = segment!.charges.reduce((sum, charge) => sum + parseYuanToFen(charge.amount), 0n)
    expect(formatFenAsYuan(charged)).toBe(segment!.settled)
    expect(formatFenAsYuan(10_000n - charged)).toBe((await rental.walletOf(person)).cash)
    await rental.releaseAll(person)
    expect((await segmentsOf(person, id)).map(({ id }) => id)).toEqual([segment!.id])
  })

  it('of packages does not happen', async () => {
    const person = await rental.addPerson()
    const id = await rental.rent(person, { charge_rule: 'day' })
    await wait(3_600_000)
    expect(await segmentsOf(person, id)).toEqual([])
    expect(await rental.walletOf(person)).toMatchObject({ cash: '45.28', accrued: '0.00', burn_hour: '0.00', hours_left: null })
    await rental.releaseAll(person)
  })
})

describe('I5 Split invariance', () => {
  const step = fc.record({ ms: fc.integer({ min: 1, max: 299_000 }), look: fc.boolean(), settle: fc.boolean() })

  it('any number and timing of looks and settlements sum to the same', async () => {
    const { kysely } = rental.deps.database
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('RTX 4090', 'L40S'),
        async (steps, model) => {
          const person = await rental.addPerson()
          const id = await rental.rent(person, { model })
          let sinceLook = 0
          for (const { ms, look, settle } of steps) {
            // Never out of sight for longer than silence is billed.
            if (sinceLook + ms > 299_000) await rental.observe()
            sinceLook = look || sinceLook + ms > 299_000 ? ms : sinceLook + ms
            await rental.clock.advance(ms)
            if (look) await rental.observe()
            if (!settle) continue
            await kysely.updateTable('segments').set({ next_bill_at: rental.clock.now() }).where('instance_id', '=', id).execute()
            await rental.charge()
          }
          await rental.observe()
          await rental.act(person, id, 'shutdown')
          const seconds = steps.reduce((sum, { ms }) => sum + ms, 0) / 1000
          const price = model === 'L40S' ? 1_234_500n : 2_280_000n
          expect(formatFenAsYuan(10_000n - parseYuanToFen((await rental.walletOf(person)).cash))).toBe(
            formatFenAsYuan(computeRunCharge(price, BigInt(Math.floor(seconds)))),
          )
          await rental.releaseAll(person)
        },
      ),
      { numRuns: 15 },
    )
  })

  it('leaves the books right', async () => expect(await rental.audit()).toEqual([]))
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { readMeter } from '#server/domains/money/billing/metering.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import { createTimeCheck, formatRunCount, getRandomRuns, logRunCount } from '#tests/support/random-runs.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
beforeAll(async () => {
  rental = await createRentalPlatform({ hosts: [buildSimulatedHost('host-1', 'RTX 4090', 8)] })
})
afterAll(() => rental.close())

const day = 86_400_000
const silenceS = 300
const jump = fc.oneof(
  fc.integer({ min: -40 * day, max: 40 * day }),
  fc.constantFrom(-40 * day, 40 * day, -3_600_000, 3_600_000, -299_000, 299_000, -500, 500),
)
/** What happens next: time passes with the worker running, or somebody sets the clock. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ pass: fc.integer({ min: 1_000, max: 600_000 }) }) },
  { weight: 2, arbitrary: fc.record({ jump }) },
)

const runs = getRandomRuns('CLOCK_RUNS', 8)

describe('R04 The clock jumps by up to 40 days between any two ticks', () => {
  it(`in ${formatRunCount(runs)} lives nothing is charged twice, at most 300 s too much per jump, and nothing is stopped at once`, async () => {
    const isTime = createTimeCheck()
    let lived = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        if (!isTime()) return
        lived += 1
        const person = await rental.addPerson({ balance: '1000.00' })
        const id = await rental.rent(person)
        let passedS = 0
        let jumps = 0
        for (const next of steps) {
          if ('jump' in next) {
            rental.clock.jump(next.jump)
            jumps += 1
            await rental.work()
            expect((await rental.show(person, id)).status).toBe(instanceStatusCodes.running)
          } else {
            await rental.tick(next.pass, 120_000)
            passedS += next.pass / 1000
          }
        }
        await rental.observe()
        await rental.act(person, id, 'shutdown')
        const { data } = await person.call(instances.segments, { params: { id } })
        const billedS = data.reduce((sum, { seconds }) => sum + seconds, 0)
        expect(billedS).toBeLessThanOrEqual(passedS + jumps * silenceS)
        expect(billedS).toBeGreaterThanOrEqual(Math.floor(passedS) - jumps * (silenceS + 1))
        expect(await rental.audit()).toEqual([])
        await rental.releaseAll(person)
      }),
      { numRuns: runs },
    )
    logRunCount('CLOCK_RUNS', lived, runs)
  }, 1_800_000)

  it('what was due in the time that is gone again is done all the same', async () => {
    const person = await rental.addPerson()
    rental.clock.jump(40 * day)
    const id = await rental.rent(person)
    rental.clock.jump(-40 * day)
    await rental.tick(2 * 3_600_000, 300_000)
    expect((await rental.walletOf(person)).consumed).not.toBe('0.00')
    await rental.act(person, id, 'shutdown')
    await rental.reach(id, instanceStatusCodes.shut_down)
    rental.clock.jump(-40 * day)
    expect((await rental.act(person, id, 'start')).status).toBe(200)
    await rental.reach(id, instanceStatusCodes.running)
    await rental.releaseAll(person)
  })
})

describe('R04 The meter', () => {
  const at = (ms: number) => new Date(1_767_225_600_000 + ms)

  it('counts whole seconds and keeps the fraction for the next look', () => {
    let meter = { seen_at: at(0), seen_s: 0n }
    for (let look = 1; look <= 10; look += 1) meter = readMeter(meter, at(look * 1_700))
    expect(meter).toEqual({ seen_at: at(17_000), seen_s: 17n })
  })

  it('read by two clocks that differ by half a second counts no moment twice', () => {
    let meter = { seen_at: at(0), seen_s: 0n }
    for (let second = 1; second <= 600; second += 1) meter = readMeter(meter, at(second * 1_000 + (second % 2 ? 500 : -500)))
    expect(Number(meter.seen_s)).toBeGreaterThanOrEqual(599)
    expect(Number(meter.seen_s)).toBeLessThanOrEqual(600)
  })

  it('read late, with a time from before the last look, counts nothing and forgets nothing', () => {
    const meter = readMeter({ seen_at: at(10_000), seen_s: 10n }, at(4_000))
    expect(readMeter(meter, at(12_000)).seen_s).toBe(12n)
  })

  it('never counts more than passed plus 300 s a jump, in whatever order the times come', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40 * day, max: 40 * day }), { maxLength: 30 }), (times) => {
        let meter = { seen_at: at(0), seen_s: 0n }
        for (const time of times) {
          const next = readMeter(meter, at(time))
          const counted = next.seen_s - meter.seen_s
          expect(counted >= 0n && counted <= 300n).toBe(true)
          meter = next
        }
      }),
    )
  })
})

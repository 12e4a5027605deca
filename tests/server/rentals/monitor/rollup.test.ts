import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { metricsLevels } from '#server/domains/rentals/monitor/levels.ts'
import { deleteOldSamples, rollUpSamples } from '#server/domains/rentals/monitor/rollup.service.ts'
import {
  computeExpectedBuckets,
  insertSamples,
  listUsagePoints,
  type MetricSample,
  secondsToMs,
  toSeriesBuckets,
} from '#tests/server/rentals/monitor/series.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const begin = Date.parse('2026-03-01T00:00:00Z')
const steps = [60, 600, 3600] as const
let instances = 0
/** A time of its own for each case: what is gathered is one mark for the whole platform. */
async function freshStart() {
  await database.kysely.deleteFrom('usage_samples').execute()
  await database.kysely.deleteFrom('usage_points').execute()
  await database.kysely.deleteFrom('usage_rollups').execute()
  instances += 1
  return { id: `rollup-${instances}`, clock: new HeldClock(new Date(begin)) }
}
const close = (a: number, b: number) => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(b))

/** Whole numbers that a 4-byte float holds exactly; some minutes have none. */
const Samples = fc
  .array(fc.record({ after_s: fc.integer({ min: 1, max: 900 }), value: fc.integer({ min: 0, max: 100_000 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((stepsOf) => {
    let at = begin
    return stepsOf.map(({ after_s: afterS, value }): MetricSample => {
      at += secondsToMs(afterS)
      return { at, value }
    })
  })

describe('product §4 Rolled up figures', () => {
  it('are those of the samples, at every resolution, whenever and however often they are gathered', async () => {
    await fc.assert(
      fc.asyncProperty(Samples, fc.infiniteStream(fc.integer({ min: 1, max: 3 })), async (samples, times) => {
        const { id, clock } = await freshStart()
        await rollUpSamples({ database, clock })
        for (const sample of samples) {
          await clock.advance(sample.at - clock.now().getTime())
          await insertSamples(database, id, 'gpu_use', 0, [sample])
          // Sometimes at once, sometimes twice, sometimes only with a later one.
          for (let again = times.next().value - 1; again > 0; again -= 1) await rollUpSamples({ database, clock })
        }
        await clock.advance(secondsToMs(400))
        await rollUpSamples({ database, clock })
        const rows = await listUsagePoints(database, id)
        for (const stepS of steps) {
          const [found, naive] = [toSeriesBuckets(rows, stepS, 0, 'gpu_use'), computeExpectedBuckets(samples, stepS)]
          expect(found.map(({ avg: _, ...rest }) => rest)).toEqual(naive.map(({ avg: _, ...rest }) => rest))
          for (const [i, { avg }] of naive.entries()) expect(close(found[i]!.avg, avg)).toBe(true)
        }
        const before = JSON.stringify(rows)
        await clock.advance(secondsToMs(400))
        await rollUpSamples({ database, clock })
        expect(JSON.stringify(await listUsagePoints(database, id))).toBe(before)
      }),
      { numRuns: 25 },
    )
  })

  it('are finished after a crash between two statements', async () => {
    const { id, clock } = await freshStart()
    const samples = Array.from({ length: 400 }, (_, i) => ({ at: begin + secondsToMs(15 * i), value: i }))
    await insertSamples(database, id, 'cpu_use', -1, samples)
    await clock.advance(secondsToMs(6_000))
    for (let survives = 0; survives < 8; survives += 1) {
      let left = survives
      const dying: Database = {
        ...database,
        kysely: database.kysely,
        transaction: (work) => {
          if (left === 0) throw new Error('killed')
          left -= 1
          return database.transaction(work)
        },
      }
      await rollUpSamples({ database: dying, clock }).catch((error: Error) => expect(error.message).toBe('killed'))
    }
    await rollUpSamples({ database, clock })
    const rows = await listUsagePoints(database, id)
    for (const stepS of steps) expect(toSeriesBuckets(rows, stepS, -1, 'cpu_use')).toEqual(computeExpectedBuckets(samples, stepS))
  })

  it('take in a sample that arrives two minutes late', async () => {
    const { id, clock } = await freshStart()
    await clock.advance(secondsToMs(4_000))
    await rollUpSamples({ database, clock })
    const late = { at: clock.now().getTime() - secondsToMs(110), value: 42 }
    await insertSamples(database, id, 'cpu_use', -1, [late])
    await clock.advance(secondsToMs(400))
    await rollUpSamples({ database, clock })
    const rows = await listUsagePoints(database, id)
    for (const stepS of steps) expect(toSeriesBuckets(rows, stepS, -1, 'cpu_use')).toEqual(computeExpectedBuckets([late], stepS))
  })

  it('are gaps where nothing was seen, never zeros', async () => {
    const { id, clock } = await freshStart()
    await insertSamples(database, id, 'cpu_use', -1, [
      { at: begin, value: 5 },
      { at: begin + secondsToMs(180), value: 7 },
    ])
    await clock.advance(secondsToMs(400))
    await rollUpSamples({ database, clock })
    const rows = (await listUsagePoints(database, id)).filter(({ step_s: stepS }) => stepS === 60)
    expect(rows.map(({ at }) => at.getTime())).toEqual([begin, begin + secondsToMs(180)])
    expect(rows.every((row) => row.memory_used_n === null && row.memory_used_sum === null)).toBe(true)
  })

  it('go on when the clock has jumped ahead and back', async () => {
    const { id, clock } = await freshStart()
    clock.jump(secondsToMs(86_400))
    await rollUpSamples({ database, clock })
    clock.jump(-secondsToMs(86_400))
    await clock.advance(secondsToMs(120))
    await insertSamples(database, id, 'cpu_use', -1, [{ at: begin + secondsToMs(60), value: 9 }])
    await rollUpSamples({ database, clock })
    expect(toSeriesBuckets(await listUsagePoints(database, id), 60, -1, 'cpu_use')).toHaveLength(1)
  })
})

describe('product §4 What is kept', () => {
  const kept = async () => {
    const samples = await database.kysely.selectFrom('usage_samples').select('at').orderBy('at').execute()
    const points = await database.kysely.selectFrom('usage_points').select(['step_s', 'at']).orderBy('at').execute()
    return { samples, of: (stepS: number) => points.filter((point) => point.step_s === stepS) }
  }

  it('is each resolution for its own time', async () => {
    const { id, clock } = await freshStart()
    const stepH = 2
    // A sample every two hours for 40 days, gathered as they come.
    for (let hour = 0; hour < 40 * 24; hour += stepH) {
      await insertSamples(database, id, 'cpu_use', -1, [{ at: clock.now().getTime(), value: 1 }])
      await clock.advance(secondsToMs(400))
      await rollUpSamples({ database, clock })
      await clock.advance(secondsToMs(stepH * 3600 - 400))
    }
    await deleteOldSamples({ database, clock })
    const left = await kept()
    const oldest = (rows: { at: Date }[]) => (clock.now().getTime() - rows[0]!.at.getTime()) / 1000
    expect(left.samples.length).toBeLessThanOrEqual(2)
    for (const { step_s: stepS, kept_s: keptS } of metricsLevels.slice(1)) {
      expect(oldest(left.of(stepS))).toBeLessThanOrEqual(keptS)
      expect(oldest(left.of(stepS))).toBeGreaterThan(keptS - 2 * stepH * 3600)
    }
    expect(oldest(left.of(3600))).toBeGreaterThan(30 * 86_400 - 1)
  })

  it('is everything that was not gathered yet, however old', async () => {
    const { id, clock } = await freshStart()
    await rollUpSamples({ database, clock })
    const samples = Array.from({ length: 20 }, (_, i) => ({ at: begin + secondsToMs(15 * i), value: i }))
    await insertSamples(database, id, 'cpu_use', -1, samples)
    await clock.advance(secondsToMs(10 * 86_400))
    await deleteOldSamples({ database, clock })
    expect((await kept()).samples).toHaveLength(20)
    await rollUpSamples({ database, clock })
    const rows = await listUsagePoints(database, id)
    for (const stepS of steps) expect(toSeriesBuckets(rows, stepS, -1, 'cpu_use')).toEqual(computeExpectedBuckets(samples, stepS))
    await deleteOldSamples({ database, clock })
    const left = await kept()
    expect([left.samples.length, left.of(60).length, left.of(600).length]).toEqual([0, 0, 0])
    expect(left.of(3600)).toHaveLength(1)
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { levels } from '#server/domains/rentals/monitor/levels.ts'
import { forgetOldSamples, rollUp } from '#server/domains/rentals/monitor/rollup.service.ts'
import { bucketsIn, naiveBuckets, pointsOf, seconds, store, type Value } from '#tests/server/rentals/monitor/series.ts'
import { testDatabase } from '#tests/support/database.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
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
  .map((steps_of) => {
    let at = begin
    return steps_of.map(({ after_s, value }): Value => {
      at += seconds(after_s)
      return { at, value }
    })
  })

describe('product §4 Rolled up figures', () => {
  it('are those of the samples, at every resolution, whenever and however often they are gathered', async () => {
    await fc.assert(
      fc.asyncProperty(Samples, fc.infiniteStream(fc.integer({ min: 1, max: 3 })), async (samples, times) => {
        const { id, clock } = await freshStart()
        await rollUp({ database, clock })
        for (const sample of samples) {
          await clock.advance(sample.at - clock.now().getTime())
          await store(database, id, 'gpu_use', 0, [sample])
          // Sometimes at once, sometimes twice, sometimes only with a later one.
          for (let again = times.next().value - 1; again > 0; again -= 1) await rollUp({ database, clock })
        }
        await clock.advance(seconds(400))
        await rollUp({ database, clock })
        const rows = await pointsOf(database, id)
        for (const step_s of steps) {
          const [found, naive] = [bucketsIn(rows, step_s, 0, 'gpu_use'), naiveBuckets(samples, step_s)]
          expect(found.map(({ avg: _, ...rest }) => rest)).toEqual(naive.map(({ avg: _, ...rest }) => rest))
          for (const [i, { avg }] of naive.entries()) expect(close(found[i]!.avg, avg)).toBe(true)
        }
        const before = JSON.stringify(rows)
        await clock.advance(seconds(400))
        await rollUp({ database, clock })
        expect(JSON.stringify(await pointsOf(database, id))).toBe(before)
      }),
      { numRuns: 25 },
    )
  })

  it('are finished after a crash between two statements', async () => {
    const { id, clock } = await freshStart()
    const samples = Array.from({ length: 400 }, (_, i) => ({ at: begin + seconds(15 * i), value: i }))
    await store(database, id, 'cpu_use', -1, samples)
    await clock.advance(seconds(6_000))
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
      await rollUp({ database: dying, clock }).catch((error: Error) => expect(error.message).toBe('killed'))
    }
    await rollUp({ database, clock })
    const rows = await pointsOf(database, id)
    for (const step_s of steps) expect(bucketsIn(rows, step_s, -1, 'cpu_use')).toEqual(naiveBuckets(samples, step_s))
  })

  it('take in a sample that arrives two minutes late', async () => {
    const { id, clock } = await freshStart()
    await clock.advance(seconds(4_000))
    await rollUp({ database, clock })
    const late = { at: clock.now().getTime() - seconds(110), value: 42 }
    await store(database, id, 'cpu_use', -1, [late])
    await clock.advance(seconds(400))
    await rollUp({ database, clock })
    const rows = await pointsOf(database, id)
    for (const step_s of steps) expect(bucketsIn(rows, step_s, -1, 'cpu_use')).toEqual(naiveBuckets([late], step_s))
  })

  it('are gaps where nothing was seen, never zeros', async () => {
    const { id, clock } = await freshStart()
    await store(database, id, 'cpu_use', -1, [
      { at: begin, value: 5 },
      { at: begin + seconds(180), value: 7 },
    ])
    await clock.advance(seconds(400))
    await rollUp({ database, clock })
    const rows = (await pointsOf(database, id)).filter(({ step_s }) => step_s === 60)
    expect(rows.map(({ at }) => at.getTime())).toEqual([begin, begin + seconds(180)])
    expect(rows.every((row) => row.memory_used_n === null && row.memory_used_sum === null)).toBe(true)
  })

  it('go on when the clock has jumped ahead and back', async () => {
    const { id, clock } = await freshStart()
    clock.jump(seconds(86_400))
    await rollUp({ database, clock })
    clock.jump(-seconds(86_400))
    await clock.advance(seconds(120))
    await store(database, id, 'cpu_use', -1, [{ at: begin + seconds(60), value: 9 }])
    await rollUp({ database, clock })
    expect(bucketsIn(await pointsOf(database, id), 60, -1, 'cpu_use')).toHaveLength(1)
  })
})

describe('product §4 What is kept', () => {
  const kept = async () => {
    const samples = await database.kysely.selectFrom('usage_samples').select('at').orderBy('at').execute()
    const points = await database.kysely.selectFrom('usage_points').select(['step_s', 'at']).orderBy('at').execute()
    return { samples, of: (step_s: number) => points.filter((point) => point.step_s === step_s) }
  }

  it('is each resolution for its own time', async () => {
    const { id, clock } = await freshStart()
    const step_h = 2
    // A sample every two hours for 40 days, gathered as they come.
    for (let hour = 0; hour < 40 * 24; hour += step_h) {
      await store(database, id, 'cpu_use', -1, [{ at: clock.now().getTime(), value: 1 }])
      await clock.advance(seconds(400))
      await rollUp({ database, clock })
      await clock.advance(seconds(step_h * 3600 - 400))
    }
    await forgetOldSamples({ database, clock })
    const left = await kept()
    const oldest = (rows: { at: Date }[]) => (clock.now().getTime() - rows[0]!.at.getTime()) / 1000
    expect(left.samples.length).toBeLessThanOrEqual(2)
    for (const { step_s, kept_s } of levels.slice(1)) {
      expect(oldest(left.of(step_s))).toBeLessThanOrEqual(kept_s)
      expect(oldest(left.of(step_s))).toBeGreaterThan(kept_s - 2 * step_h * 3600)
    }
    expect(oldest(left.of(3600))).toBeGreaterThan(30 * 86_400 - 1)
  })

  it('is everything that was not gathered yet, however old', async () => {
    const { id, clock } = await freshStart()
    await rollUp({ database, clock })
    const samples = Array.from({ length: 20 }, (_, i) => ({ at: begin + seconds(15 * i), value: i }))
    await store(database, id, 'cpu_use', -1, samples)
    await clock.advance(seconds(10 * 86_400))
    await forgetOldSamples({ database, clock })
    expect((await kept()).samples).toHaveLength(20)
    await rollUp({ database, clock })
    const rows = await pointsOf(database, id)
    for (const step_s of steps) expect(bucketsIn(rows, step_s, -1, 'cpu_use')).toEqual(naiveBuckets(samples, step_s))
    await forgetOldSamples({ database, clock })
    const left = await kept()
    expect([left.samples.length, left.of(60).length, left.of(600).length]).toEqual([0, 0, 0])
    expect(left.of(3600)).toHaveLength(1)
  })
})

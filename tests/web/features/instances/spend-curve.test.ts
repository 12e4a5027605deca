import { describe, expect, it } from 'vitest'
import { computeSpendCurve } from '#src/features/instances/billing/spend-curve.ts'
import { computeBreakEvenHours, computeUsualHours } from '#src/features/instances/convert/break-even.ts'
import { buildSegment } from './rentals.ts'

const day = 86_400_000
const now = Date.parse('2026-11-21T06:00:00Z')
const at = (daysAgo: number) => new Date(now - daysAgo * day).toISOString()
const run = (from: number, to: number | null, amount: string) =>
  buildSegment({ started_at: at(from), ended_at: to === null ? null : at(to), amount })

describe('decision 081 The line of what an instance has cost', () => {
  it('begins with what was spent before its runs, ends at the cost, and never falls', () => {
    const curve = computeSpendCurve([run(1, null, '2.00'), run(4, 3, '5.00')], '10.00', now)!
    expect(curve.from).toBe(now - 4 * day)
    expect([curve.values[0], curve.values.at(-1)]).toEqual([300, 1000])
    expect(curve.values.every((value, index) => index === 0 || value >= curve.values[index - 1]!)).toBe(true)
    // between the two runs nothing is spent
    expect(curve.values[20]).toBe(800)
  })

  it('reaches 30 days back at most, and is not there where nothing ran since', () => {
    expect(computeSpendCurve([run(40, 1, '9.00')], '9.00', now)?.from).toBe(now - 30 * day)
    expect(computeSpendCurve([run(40, 31, '9.00')], '9.00', now)).toBeUndefined()
    expect(computeSpendCurve([], '0.00', now)).toBeUndefined()
  })
})

describe('decision 081 Break-even', () => {
  it('is rounded up to a tenth of an hour, and there is none above a whole day', () => {
    expect(computeBreakEvenHours(228, 5_198)).toBe(22.8)
    expect(computeBreakEvenHours(228, 5_472)).toBe(24)
    expect(computeBreakEvenHours(228, 5_500)).toBeUndefined()
    expect(computeBreakEvenHours(0, 100)).toBeUndefined()
  })

  it('is marked with the use of the last 30 days, or of the life of a younger instance', () => {
    expect(computeUsualHours([run(3, 0, '1.00')], true, at(90), now)).toBeCloseTo(2.4)
    expect(computeUsualHours([run(3, 0, '1.00')], true, at(6), now)).toBeCloseTo(12)
    expect(computeUsualHours([run(35, 29, '1.00')], true, at(90), now)).toBeCloseTo(0.8)
  })

  it('is marked with nothing where the use is not known', () => {
    expect(computeUsualHours([run(0.5, 0, '1.00')], true, at(0.5), now), 'too young').toBeUndefined()
    expect(computeUsualHours([run(3, 0, '1.00')], false, at(90), now), 'older runs were not read').toBeUndefined()
  })
})

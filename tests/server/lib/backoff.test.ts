import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBackoff } from '#server/lib/backoff.ts'

describe('computeBackoff', () => {
  it('doubles from the base to the most there is', () => {
    const delays = [0, 1, 2, 3, 4, 5000].map((attempt) => computeBackoff({ attempt, base: 1000, max: 10_000 }))
    expect(delays).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000])
  })

  it('waits the base before anything has failed', () => expect(computeBackoff({ attempt: -1, base: 30, max: 60 })).toBe(30))

  it('draws within its jitter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), (attempt) => {
        const [exact, drawn] = [{}, { jitter: [0.5, 1.5] as const }].map((more) =>
          computeBackoff({ attempt, base: 100, max: 5000, ...more }),
        )
        expect(drawn).toBeGreaterThanOrEqual(exact! * 0.5)
        expect(drawn).toBeLessThanOrEqual(exact! * 1.5)
      }),
    )
  })
})

import { describe, expect, it } from 'vitest'
import { toShanghaiDay } from '#contract/day.ts'

describe('A day of Beijing', () => {
  it.each([
    ['2026-03-10T15:59:59.999Z', '2026-03-10'],
    ['2026-03-10T16:00:00.000Z', '2026-03-11'],
    ['2024-02-28T16:00:00.000Z', '2024-02-29'],
    ['2026-12-31T16:00:00.000Z', '2027-01-01'],
  ])('at %s is %s', (at, day) => expect(toShanghaiDay(new Date(at))).toBe(day))
})

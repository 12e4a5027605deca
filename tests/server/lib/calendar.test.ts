import { describe, expect, it } from 'vitest'
import { formatBeijingTime, startOfPeriod } from '#server/lib/calendar.ts'

describe('A period', () => {
  it.each([
    ['today', '2026-03-10T15:59:59Z', '2026-03-09T16:00:00.000Z'],
    ['today', '2026-03-10T16:00:00Z', '2026-03-10T16:00:00.000Z'],
    ['week', '2026-03-10T16:00:00Z', '2026-03-04T16:00:00.000Z'],
    ['month', '2026-03-10T16:00:00Z', '2026-02-09T16:00:00.000Z'],
  ] as const)('of %s begins at midnight in Beijing: seen at %s', (period, now, start) => {
    expect(startOfPeriod(period, new Date(now)).toISOString()).toBe(start)
  })
})

describe('A time in a file', () => {
  it('is that of Beijing, to the second', () =>
    expect(formatBeijingTime(new Date('2026-03-10T16:00:01Z'))).toBe('2026-03-11 00:00:01'))
})

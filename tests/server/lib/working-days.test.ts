import { describe, expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { addWorkingDays } from '#server/lib/working-days.ts'

const after = (at: string, days: number) => addWorkingDays(new Date(at), days).toISOString()

describe('requirements §9 Contact reply within 15 working days', () => {
  it.each([
    ['2026-11-20T02:00:00Z', '2026-12-11T02:00:00.000Z'], // Friday → Friday three weeks on
    ['2026-11-21T02:00:00Z', '2026-12-11T02:00:00.000Z'], // Saturday
    ['2026-11-22T17:00:00Z', '2026-12-13T17:00:00.000Z'], // in Beijing it is Monday already
  ])('of %s is due %s', (at, due) => expect(after(at, limits.contactReplyWorkingDays)).toBe(due))
})

describe('requirements §9 Bills are confirmed after 5 working days', () => {
  it.each([
    ['2026-11-16T03:00:00Z', '2026-11-23T03:00:00.000Z'], // a week without a holiday
    ['2026-09-28T02:00:00Z', '2026-10-10T02:00:00.000Z'], // over the national holidays; 10 October, a Saturday, is worked
    ['2026-02-13T02:00:00Z', '2026-02-27T02:00:00.000Z'], // over the Spring Festival, with 14 and 28 February worked
    ['2024-02-26T02:00:00Z', '2024-03-04T02:00:00.000Z'], // over 29 February
    ['2025-12-31T15:59:59Z', '2026-01-08T15:59:59.000Z'], // the last second of the year in Beijing; 4 January, a Sunday, is worked
    ['2035-09-28T02:00:00Z', '2035-10-05T02:00:00.000Z'], // a year nobody has announced yet: Monday to Friday
  ])('of %s on %s', (at, due) => expect(after(at, limits.billConfirmWorkingDays)).toBe(due))
})

import { describe, expect, it } from 'vitest'
import { computeBillConfirmationTime } from '#server/domains/money/invoices/invoiceable.service.ts'

const at = (text: string) => new Date(`${text}+08:00`)
const order = (text: string) => computeBillConfirmationTime({ kind: 'order', at: at(text) })
const usage = (text: string) => computeBillConfirmationTime({ kind: 'usage', at: at(text) })

describe('requirements §9 Bills are confirmed after 5 working days', () => {
  it.each([
    ['a Monday', '2026-11-02T12:00:00', '2026-11-09T12:00:00'],
    ['a Friday night', '2026-11-06T23:59:59', '2026-11-13T23:59:59'],
    ['a Saturday', '2026-11-07T12:00:00', '2026-11-13T12:00:00'],
    // National Day 2026 is off from 1 to 7 October; Sunday 20 September and Saturday 10 October are worked instead.
    ['the week before National Day', '2026-09-28T09:00:00', '2026-10-10T09:00:00'],
    ['the eve of National Day', '2026-09-30T18:00:00', '2026-10-13T18:00:00'],
    ['the middle of National Day', '2026-10-04T00:00:00', '2026-10-13T00:00:00'],
    ['the working Saturday after it', '2026-10-10T10:00:00', '2026-10-16T10:00:00'],
    ['the working Sunday before it', '2026-09-20T10:00:00', '2026-09-28T10:00:00'],
    // 1 to 3 January 2026 are off, Sunday 4 January is worked.
    ['the end of a year', '2025-12-31T10:00:00', '2026-01-08T10:00:00'],
  ])('an order paid on %s', (_, paid, confirmed) => expect(order(paid)).toEqual(at(confirmed)))

  it.each([
    ['the first second of a day', '2026-11-02T00:00:00', '2026-11-10T00:00:00'],
    ['its last', '2026-11-02T23:59:59', '2026-11-10T00:00:00'],
    ['a day that is still yesterday in UTC', '2026-11-03T07:59:59', '2026-11-11T00:00:00'],
    ['the eve of National Day', '2026-09-30T12:00:00', '2026-10-13T00:00:00'],
    ['the last day of a month', '2028-02-29T12:00:00', '2028-03-08T00:00:00'],
  ])('use on %s counts from the end of its day', (_, used, confirmed) => expect(usage(used)).toEqual(at(confirmed)))
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeUsageRates, type UsageCounters } from '#server/domains/rentals/monitor/rates.ts'

const start = new Date('2026-01-01T00:00:00Z')
const reading = (seconds: number, bytes: number | null): UsageCounters => ({
  at: new Date(start.getTime() + seconds * 1000),
  net_rx_bytes: bytes,
  net_tx_bytes: bytes,
  disk_read_bytes: bytes,
  disk_write_bytes: bytes,
})
const rate = (before: UsageCounters | undefined, now: UsageCounters, startedAt: Date | null = start) =>
  computeUsageRates(before, now, startedAt).net_receive

describe('product §4 Rates from counters', () => {
  it('are bytes per second between two readings', () => expect(rate(reading(15, 1_000), reading(30, 31_000))).toBe(2_000))

  it.each([
    ['without a reading before', undefined, reading(15, 10), start],
    ['after a counter fell', reading(15, 10), reading(30, 9), start],
    ['across a restart, though the counter rose', reading(15, 10), reading(30, 20), reading(20, null).at],
    ['across a silence', reading(15, 10), reading(76, 20), start],
    ['of a counter the engine cannot tell', reading(15, 10), reading(30, null), start],
    ['against a counter the engine could not tell', reading(15, null), reading(30, 10), start],
    ['twice at one moment', reading(15, 10), reading(15, 20), start],
    ['of a clock that ran back', reading(30, 10), reading(15, 20), start],
  ] as const)('are a gap %s', (_, before, now, startedAt) => expect(rate(before, now, startedAt)).toBeNull())

  it('are never negative, infinite or invented, whatever the counters do', () => {
    const any = fc.record({ seconds: fc.integer({ min: 0, max: 90 }), bytes: fc.option(fc.nat(1_000_000)) })
    fc.assert(
      fc.property(any, any, (a, b) => {
        const answer = rate(reading(a.seconds, a.bytes), reading(b.seconds, b.bytes))
        const seconds = b.seconds - a.seconds
        const known = seconds > 0 && seconds <= 60 && a.bytes !== null && b.bytes !== null && b.bytes >= a.bytes
        expect(answer).toBe(known ? ((b.bytes! - a.bytes!) * 1000) / (seconds * 1000) : null)
      }),
    )
  })
})

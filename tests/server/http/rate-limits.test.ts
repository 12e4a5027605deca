import { describe, expect, it } from 'vitest'
import { createBackoffPolicy, createWindowPolicy, type RateBucket, type RatePolicy } from '#server/http/rate-limits.policy.ts'
import { toSubscriberNetwork } from '#server/lib/network.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000)
const untouched = (now: Date): RateBucket => ({ hits: 0, window_started_at: now })
/** Makes a hit at each second given; answers which were let through. */
function play(policy: RatePolicy, moments: readonly number[]): boolean[] {
  let bucket = untouched(at(moments[0]!))
  return moments.map((moment) => {
    const result = policy(bucket, at(moment))
    if ('next' in result) bucket = result.next
    return 'next' in result
  })
}

describe('A window', () => {
  it('lets its hits through and begins anew after its time', () => {
    expect(play(createWindowPolicy(2, 60), [0, 59, 59.9, 60, 61, 119])).toEqual([true, true, false, true, true, false])
  })

  it('begins with the first hit that counts: one given back leaves nothing', () => {
    const result = createWindowPolicy(1, 60)({ hits: 0, window_started_at: at(0) }, at(30))
    expect(result).toEqual({ next: { hits: 1, window_started_at: at(30) } })
  })

  it('never waits longer than itself, though the clock was set back', () => {
    expect(createWindowPolicy(1, 60)({ hits: 1, window_started_at: at(86_400) }, at(0))).toHaveProperty('next')
    expect(createWindowPolicy(1, 60)({ hits: 1, window_started_at: at(1) }, at(0))).toEqual({ wait_ms: 61_000 })
  })
})

describe('A growing delay', () => {
  it('doubles after the free hits, up to a minute, and counts refused hits as none', () => {
    expect(play(createBackoffPolicy(2, 3600), [0, 0, 0.9, 1, 2.9, 3, 6.9, 7])).toEqual([
      true,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ])
    expect(createBackoffPolicy(2, 3600)({ hits: 500, window_started_at: at(0) }, at(59))).toEqual({ wait_ms: 1000 })
  })

  it('is forgotten after a quiet time', () => {
    expect(createBackoffPolicy(1, 600)({ hits: 9, window_started_at: at(0) }, at(600))).toEqual({
      next: { hits: 1, window_started_at: at(600) },
    })
  })
})

describe('An address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['2001:0db8:0000:0001::9', '2001:db8:0:1::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('%s counts as %s', (ip, network) => {
    expect(toSubscriberNetwork(ip)).toBe(network)
  })
})

import { describe, expect, it } from 'vitest'
import { createWakeSignal } from '#server/jobs/wake-signal.ts'
import { HeldClock } from '#tests/support/held-clock.ts'

const world = () => {
  const clock = new HeldClock()
  const stop = new AbortController()
  return { clock, stop, bell: createWakeSignal(clock, stop.signal) }
}

describe('A loop that rests under a bell', () => {
  it('wakes when its time is over', async () => {
    const { clock, bell } = world()
    const rest = bell.rest(1_000)
    await clock.advance(1_000)
    await rest
    expect(clock.sleeping).toBe(0)
  })

  it('wakes as soon as it rings, and rests again after that', async () => {
    const { clock, bell } = world()
    const rest = bell.rest(1_000)
    bell.ring()
    await rest
    void bell.rest(1_000)
    expect(clock.sleeping).toBe(1)
  })

  it('does not sleep through what rang while it was at work', async () => {
    const { bell } = world()
    bell.ring()
    await bell.rest(1_000)
  })

  it('never rests again once it is stopped', async () => {
    const { stop, bell } = world()
    const rest = bell.rest(1_000)
    stop.abort()
    await rest
    await bell.rest(1_000)
  })
})

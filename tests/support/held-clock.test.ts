import { expect, it } from 'vitest'
import { HeldClock } from './held-clock.ts'

it('wakes sleepers in order, each at its own moment', async () => {
  const clock = new HeldClock()
  const start = clock.now().getTime()
  const seen: [string, number][] = []
  const sleeper = async (name: string, ms: number) => {
    await clock.sleep(ms)
    seen.push([name, clock.now().getTime() - start])
  }
  void sleeper('late', 300)
  void sleeper('early', 100).then(() => sleeper('again', 50))
  await clock.advance(200)
  expect(seen).toEqual([
    ['early', 100],
    ['again', 150],
  ])
  await clock.advance(100)
  expect(seen.at(-1)).toEqual(['late', 300])
  expect(clock.now().getTime() - start).toBe(300)
})

it('wakes at once when the signal aborts, and forgets the sleeper', async () => {
  const clock = new HeldClock()
  const stop = new AbortController()
  const slept = clock.sleep(1000, stop.signal)
  stop.abort()
  await slept
  await clock.sleep(1000, stop.signal)
  expect(clock.sleeping).toBe(0)
})

it('keeps the remaining wait when somebody sets the clock', async () => {
  const clock = new HeldClock()
  let awake = false
  void clock.sleep(100).then(() => {
    awake = true
  })
  clock.jump(3_600_000)
  await clock.advance(99)
  expect(awake).toBe(false)
  clock.jump(-7_200_000)
  await clock.advance(1)
  expect(awake).toBe(true)
})

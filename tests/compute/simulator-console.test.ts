import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ChangeSignal } from '#server/adapters/compute.simulator/change-signal.ts'
import { ConsoleLog } from '#server/adapters/compute.simulator/console-log.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { createSimulatorWorld } from './simulator-world.ts'

describe('simulator: console', () => {
  it('numbers its lines for good, however many it has forgotten, and finds them after a restart', async () => {
    const world = await createSimulatorWorld()
    const file = join(world.dir, 'console.log')
    const log = new ConsoleLog(file)
    const line = (n: number) => `line ${n}`
    for (let n = 0; n < 2500; n += 1) await log.append([line(n)])
    expect(await log.since(2498)).toEqual({ lines: [line(2498), line(2499)], next: 2500 })
    expect((await log.since(0)).lines).toHaveLength(1000)
    expect((await log.since(9999)).lines).toEqual([])
    const { lines } = await new ConsoleLog(file).since(0)
    expect(lines.at(-1)).toBe(line(2499))
    expect(lines).toHaveLength(1000)
    expect((await readFile(file, 'utf8')).split('\n').length).toBeLessThanOrEqual(2001)
    await world.end()
  })

  it('never misses a change between reading and waiting', async () => {
    const [bell, clock] = [new ChangeSignal(), new HeldClock()]
    const { version } = bell
    bell.ring('a')
    await bell.wait(clock, 1000, version, new AbortController().signal)
    expect(clock.sleeping).toBe(0)
    const waiting = bell.wait(clock, 1000, bell.version, new AbortController().signal)
    bell.ring('b')
    await waiting
    expect(clock.sleeping).toBe(0)
  })
})

import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import { buildTestInstanceSpec, startAndWait } from './world.ts'

const delays = { pulling_ms: 3000, creating_ms: 1000, starting_ms: 2000, stopping_ms: 1500 }

describe('simulator: time', () => {
  let world: SimulatorWorld
  beforeEach(async () => {
    world = await createSimulatorWorld({ delays })
  })
  afterEach(() => world.end())

  it('passes through the phases at their times', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await world.driver.ensureRunning(spec)
    const seen: string[] = []
    for (let second = 0; second < 8; second += 1) {
      seen.push((await world.driver.observe(spec)).phase)
      await world.clock.advance(1000)
    }
    expect(seen).toEqual(['pulling', 'pulling', 'pulling', 'creating', 'starting', 'starting', 'running', 'running'])
  })

  it('says the same whether anybody looked meanwhile or not', async () => {
    const [watched, alone] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world, id)))
    await world.driver.ensureRunning(watched!)
    await world.driver.ensureRunning(alone!)
    for (let i = 0; i < 20; i += 1) {
      await world.clock.advance(1000)
      await world.driver.observe(watched!)
    }
    const [a, b] = [await world.driver.observe(watched!), await world.driver.observe(alone!)]
    expect(b.started_at).toEqual(a.started_at)
    expect(a.started_at?.toISOString()).toBe('2026-11-21T08:00:06.000Z')
  })

  it('goes on by the clock while no server runs', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await world.driver.ensureRunning(spec)
    await world.driver.close()
    await world.clock.advance(60_000)
    await world.restart()
    expect((await world.driver.observe(spec)).started_at?.toISOString()).toBe('2026-11-21T08:00:06.000Z')
  })

  it('neither stops what runs nor hangs when somebody sets the clock back', async () => {
    const [up, coming] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world, id)))
    await startAndWait(world, up!)
    await world.driver.ensureRunning(coming!)
    const { started_at: startedAt } = await world.driver.observe(up!)
    world.clock.jump(-3_600_000)
    expect(await world.driver.observe(up!)).toMatchObject({ phase: 'running', started_at: startedAt })
    expect((await world.driver.observe(coming!)).phase).toBe('pulling')
    await world.clock.advance(6000)
    expect((await world.driver.observe(coming!)).phase).toBe('running')
  })

  it('skips the pull of an image that was fetched ahead', async () => {
    const fetched = world.driver.ensureImage('sim-1', world.image, () => undefined)
    await world.clock.advance(3000)
    await fetched
    expect((await world.driver.ensureRunning(await buildTestInstanceSpec(world, 'a'))).phase).toBe('creating')
  })

  it('wakes watchers when time alone changes a phase', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    const woken: string[] = []
    const stop = new AbortController()
    const watching = world.driver.watch((id) => woken.push(id), stop.signal)
    await world.driver.ensureRunning(spec)
    for (let i = 0; i < 8; i += 1) await world.clock.advance(1000)
    stop.abort()
    await watching
    expect(woken.length).toBeGreaterThanOrEqual(4) // pulling, creating, starting, running
  })
})

describe('simulator: usage', () => {
  it('gives the same numbers for the same seed and moment', async () => {
    const numbers = async (seed: number) => {
      const world = await createSimulatorWorld({ seed })
      const spec = await buildTestInstanceSpec(world, 'a', { gpu_uuids: [(await describeHosts(world.driver))[0]!.gpus[0]!.uuid] })
      await startAndWait(world, spec)
      await world.clock.advance(600_000)
      const [sample] = await world.driver.usage([spec])
      await world.end()
      return sample!
    }
    const [first, again, other] = [await numbers(7), await numbers(7), await numbers(8)]
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
    expect(first.gpus).toHaveLength(1)
    expect(first.gpus[0]!.use_percent).toBeLessThanOrEqual(100)
    expect(first.gpus[0]!.vram_mb).toBeLessThanOrEqual(81_920)
  })

  it('is told apart from real numbers by the driver itself', async () => {
    const world = await createSimulatorWorld()
    expect((await describeHosts(world.driver))[0]).toMatchObject({ simulated: true, capabilities: { cards: 'uuid' } })
    await world.end()
  })

  it('needs no clock but the one it is given', async () => {
    const clock = new HeldClock(new Date('2001-01-01T00:00:00.000Z'))
    const world = await createSimulatorWorld({ clock })
    const driver = createSimulator({
      clock,
      dir: join(world.dir, 'other'),
      hosts: [{ name: 'h', cpu: 1, memory_mb: 64, gpus: [] }],
    })
    const seen = await driver.ensureRunning({ ...(await buildTestInstanceSpec(world, 'a')), host: 'h' })
    expect(seen.observed_at.toISOString()).toBe('2001-01-01T00:00:00.000Z')
    await driver.close()
    await world.end()
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SimulatorDriver } from '#server/adapters/compute.simulator/simulator-driver.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { defineDriverConformance } from './conformance.ts'
import { createFleetWorld, type FleetWorld } from './fleet-world.ts'
import { advanceUntilSettled, buildTestInstanceSpec, execShellScript, getDriverErrorCode, startAndWait } from './world.ts'

defineDriverConformance('fleet of simulated engines', () => createFleetWorld())

describe('decision 120 A fleet of engines', () => {
  let world: FleetWorld
  beforeEach(async () => {
    world = await createFleetWorld()
  })
  afterEach(() => world.end())
  const specOn = (id: string, host: string) => buildTestInstanceSpec(world, id, { host })
  const kill = (name: string) => Object.assign(world.faults[name]!, { unavailable: true })
  const bringBack = (name: string) => Object.assign(world.faults[name]!, { unavailable: false })
  const answers = (driver: ComputeDriver) =>
    driver.list().then((listings) => listings.filter(({ complete }) => complete).map(({ host }) => host))

  it('a dead engine hides nothing of the others, and is back by itself', async () => {
    const [here, there] = [await specOn('a', 'a-1'), await specOn('b', 'b-1')]
    await startAndWait(world, here)
    await startAndWait(world, there)
    kill('b')
    expect(await answers(world.driver)).toEqual(['a-1', 'a-2', 'c-1', 'c-2'])
    expect(await world.driver.inventory()).toEqual(
      expect.arrayContaining([
        { host: 'b-1', engine: 'b', problem: expect.stringContaining('引擎没有应答') },
        expect.objectContaining({ host: 'c-1', engine: 'c' }),
      ]),
    )
    expect(await getDriverErrorCode(world.driver.observe(there))).toBe('DriverUnavailable')
    expect((await world.driver.observe(here)).phase).toBe('running')
    expect(await execShellScript(world, here, 'echo alive')).toMatchObject({ output: 'alive\n' })
    bringBack('b')
    await world.wait(60_000)
    expect(await answers(world.driver)).toHaveLength(6)
    expect((await world.driver.observe(there)).phase).toBe('running')
  })

  it('a dead engine is asked again after five seconds, then ever more rarely, up to half a minute', async () => {
    kill('b')
    const asked: number[] = []
    const spec = await specOn('a', 'b-1')
    const health = vi.spyOn(SimulatorDriver.prototype, 'health').mockImplementation(async function (this: SimulatorDriver) {
      asked.push(world.clock.now().getTime())
      return { ok: false, problem: 'dead' }
    })
    const begun = world.clock.now().getTime()
    for (let second = 0; second < 200; second += 1) {
      await getDriverErrorCode(world.driver.observe(spec))
      await world.wait(1_000)
    }
    health.mockRestore()
    expect(asked.map((at) => (at - begun) / 1000)).toEqual([5, 15, 35, 65, 95, 125, 155, 185])
  })

  it('an engine that hangs holds up no call to another, and a look at all only for its patience', async () => {
    const never = new Promise<never>(() => undefined)
    const engines = await Promise.all(world.entries.map((entry) => entry.open()))
    for (const [nth, engine] of engines.entries()) {
      const told = await engine.list() // the clock moves faster than a disk is read
      vi.spyOn(engine, 'list').mockReturnValue(nth === 1 ? never : Promise.resolve(told))
    }
    vi.spyOn(engines[1]!, 'observe').mockReturnValue(never)
    world.entries.splice(
      0,
      3,
      ...world.entries.map((entry, nth) => ({ ...entry, version: '2', open: async () => engines[nth]! })),
    )
    const spec = await specOn('a', 'a-1')
    void world.driver.observe(await specOn('b', 'b-1'))
    await startAndWait(world, spec)
    const listed = advanceUntilSettled(world, world.driver.list())
    const told = (await listed).map(({ host, complete }) => [host, complete])
    expect(told.sort()).toEqual([
      ['a-1', true],
      ['a-2', true],
      ['b-1', false],
      ['b-2', false],
      ['c-1', true],
      ['c-2', true],
    ])
  })

  it('an engine that hangs altogether is waited for once', async () => {
    const engines = await Promise.all(world.entries.map((entry) => entry.open()))
    const never = new Promise<never>(() => undefined)
    for (const [nth, engine] of engines.entries()) {
      const told = await engine.list()
      vi.spyOn(engine, 'list').mockReturnValue(nth === 1 ? never : Promise.resolve(told))
    }
    vi.spyOn(engines[1]!, 'health').mockReturnValue(never)
    vi.spyOn(engines[1]!, 'usage').mockReturnValue(never)
    world.entries.splice(0, 3, ...world.entries.map((entry, nth) => ({ ...entry, open: async () => engines[nth]! })))
    await advanceUntilSettled(world, world.driver.list())
    await world.wait(5_000)
    const begun = world.clock.now()
    expect(await answers(world.driver)).toEqual(['a-1', 'a-2', 'c-1', 'c-2'])
    expect(await world.driver.usage([await specOn('b', 'b-1')])).toEqual([])
    expect(world.clock.now()).toEqual(begun)
  })

  it('each engine is asked once what its instances use, for all its hosts', async () => {
    const specs = [await specOn('a', 'a-1'), await specOn('b', 'a-2'), await specOn('c', 'c-1')]
    for (const spec of specs) await startAndWait(world, spec)
    const usage = vi.spyOn(SimulatorDriver.prototype, 'usage')
    const samples = await world.driver.usage([...specs, { ...specs[0]!, id: 'd', host: 'nowhere' }])
    expect(samples.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c'])
    expect(usage).toHaveBeenCalledTimes(2)
    usage.mockRestore()
  })

  it('an engine is added, changed and taken out while others work', async () => {
    const spec = await specOn('a', 'a-1')
    await startAndWait(world, spec)
    const [a, b, c] = world.entries
    world.entries.splice(0, 3, a!, { ...c!, version: '2' })
    expect((await world.driver.inventory()).map(({ host }) => host)).toEqual(['a-1', 'a-2', 'c-1', 'c-2'])
    expect(await getDriverErrorCode(world.driver.ensureRunning(await specOn('b', 'b-1')))).toBe('InvalidSpec')
    world.entries.push(b!)
    await startAndWait(world, await specOn('b', 'b-1'))
    expect((await world.driver.observe(spec)).phase).toBe('running')
  })

  it('tells which hosts fall silent while they are watched, and wakes for the instances of all', async () => {
    const woken = new Set<string>()
    const silent: string[] = []
    const stop = new AbortController()
    const watching = world.driver.watch(
      (id) => woken.add(id),
      stop.signal,
      (host) => silent.push(host),
    )
    await world.wait(100)
    await startAndWait(world, await specOn('a', 'a-1'))
    await startAndWait(world, await specOn('b', 'b-1'))
    await world.wait(5_000)
    expect([...woken].sort()).toEqual(['a', 'b'])
    kill('b')
    await world.wait(10_000)
    expect(silent).toEqual(['b-1', 'b-2'])
    stop.abort()
    await watching
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import type { InstanceSpec, MovingInstance } from '#server/ports/compute.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import { StandInEngine, StepCounter } from './stand-in-engine.ts'
import { getDriverErrorCode } from './world.ts'

const ignore = () => undefined
const ref: MovingInstance = { installation_id: 'test', id: 'i', generation: 1, host: 'a', data_disk_gb: 50 }
const written = { system: 'system disk', data: 'data disk' }
/** More than a move takes. */
const maxSteps = 60

describe('decision 125 Disks move between engines', () => {
  let counter: StepCounter
  let engines: Record<'a' | 'b' | 'c', StandInEngine>
  let fleet: FleetDriver
  beforeEach(() => begin())

  function begin(): void {
    counter = new StepCounter()
    const make = (host: string) => new StandInEngine(host, counter)
    engines = { a: make('a'), b: make('b'), c: make('c') }
    Object.assign(engines.a, { here: { running: false, run: 1 }, disks: { ...written } })
    restart()
  }
  /** As a new server does, which knows nothing but what the engines have. */
  function restart(): void {
    counter.left = Number.POSITIVE_INFINITY
    const entries = Object.values(engines).map((engine) => ({
      ...{ id: engine.host, version: '1', hosts: [engine.host] },
      open: async () => engine.open(),
    }))
    fleet = new FleetDriver({ list: async () => entries }, new HeldClock())
  }
  const breakOff = async (steps: number, work: Promise<void>) => {
    counter.left = steps
    await work.catch(ignore)
    const broken = counter.left <= 0
    restart()
    return broken
  }
  const hasAll = ({ disks }: StandInEngine) => disks.system === written.system && disks.data === written.data
  /** Nothing of it is anywhere else, nor on its way. */
  function expectOnlyOn(host: 'a' | 'b'): void {
    for (const engine of Object.values(engines)) {
      const { host: name, here, disks, arriving, half, leaving } = engine
      const rest = { arriving: undefined, half: undefined, leaving: undefined }
      if (name === host)
        expect({ has: hasAll(engine), here: here !== undefined, arriving, half, leaving }).toEqual({
          has: true,
          here: true,
          ...rest,
        })
      else expect({ here, disks, arriving, half, leaving }).toEqual({ here: undefined, disks: {}, ...rest })
    }
  }
  /** At most one can start it, and all that was written is on one. */
  function expectSafe(): void {
    const all = Object.values(engines)
    expect(all.filter(({ canStart }) => canStart).length).toBeLessThanOrEqual(1)
    expect(all.filter(hasAll).length).toBeGreaterThanOrEqual(1)
    for (const engine of all) if (engine.canStart) expect(hasAll(engine)).toBe(true)
  }

  it('the source is removed once all is at the target, which is revealed after that', async () => {
    const heard: number[] = []
    await fleet.relocate(ref, 'b', (percent) => heard.push(percent))
    expect(heard).toEqual([0, 50, 99, 100])
    expectOnlyOn('b')
    expect(counter.taken).toEqual([
      ...['b find', 'a lend', 'b begin to receive'],
      ...['a read system', 'b begin system', 'b end system', 'a read data', 'b begin data', 'b end data'],
      ...['a leave', 'a remove the object', 'a remove the data', 'a forget', 'b reveal', 'b take the mark away'],
    ])
    await fleet.relocate(ref, 'b', ignore)
    expectOnlyOn('b')
  })

  it('broken off at any step and repeated, it continues; what was whole is not sent again', async () => {
    let steps = 0
    for (let broken = true; broken; steps += 1) {
      begin()
      broken = await breakOff(steps, fleet.relocate(ref, 'b', ignore))
      expectSafe()
      const before = [...counter.taken]
      await fleet.relocate(ref, 'b', ignore)
      expectOnlyOn('b')
      for (const which of ['system', 'data'])
        if (before.includes(`b end ${which}`)) expect(counter.taken.slice(before.length)).not.toContain(`a read ${which}`)
      expect(steps).toBeLessThan(maxSteps)
    }
    expect(steps).toBeGreaterThan(15)
  })

  it('broken off at any step twice and given up, everything is back, or was never away', async () => {
    let steps = 0
    for (let broken = true; broken; steps += 1) {
      for (const more of [0, 1, 3, 7]) {
        begin()
        broken = await breakOff(steps, fleet.relocate(ref, 'b', ignore))
        await breakOff(more, fleet.relocate(ref, 'a', ignore))
        expectSafe()
        await fleet.relocate(ref, 'a', ignore)
        expectOnlyOn('a')
      }
      expect(steps).toBeLessThan(maxSteps)
    }
  })

  it('with a target that died at any step, giving up waits for it only if it alone has the disks; what it kept goes later', async () => {
    let steps = 0
    for (let broken = true; broken; steps += 1) {
      begin()
      broken = await breakOff(steps, fleet.relocate(ref, 'b', ignore))
      engines.b.dead = true
      const givenUp = await fleet.relocate(ref, 'a', ignore).then(
        () => true,
        () => false,
      )
      expect(givenUp).toBe(engines.a.here !== undefined)
      engines.b.dead = false
      restart()
      await fleet.relocate(ref, 'a', ignore)
      expectOnlyOn('a')
      expect(steps).toBeLessThan(maxSteps)
    }
  })

  it('what arrived before the source was started again is not used', async () => {
    await breakOff(9, fleet.relocate(ref, 'b', ignore))
    expect(hasAll(engines.b)).toBe(true)
    Object.assign(engines.a, { here: { running: false, run: 2 } })
    engines.a.disks.data = 'newer'
    await fleet.relocate(ref, 'b', ignore)
    expect([engines.b.disks.data, engines.a.disks]).toEqual(['newer', {}])
  })

  it('a data disk at the source without its object is not taken for what is left of a removal', async () => {
    await breakOff(9, fleet.relocate(ref, 'b', ignore))
    engines.a.here = undefined
    expect(await getDriverErrorCode(fleet.relocate(ref, 'b', ignore))).toBe('NotFound')
    expect(engines.a.disks.data).toBe(written.data)
  })

  it('only stopped ones, and only between engines of one kind', async () => {
    engines.c = new StandInEngine('c', counter, 'kubernetes')
    restart()
    expect(await getDriverErrorCode(fleet.relocate(ref, 'c', ignore))).toBe('Unsupported')
    expect(await getDriverErrorCode(fleet.copyDataDisk(ref, { ...ref, id: 'j', host: 'c' } as InstanceSpec, ignore))).toBe(
      'Unsupported',
    )
    await fleet.relocate(ref, 'a', ignore)
    engines.a.here!.running = true
    expect(await getDriverErrorCode(fleet.relocate(ref, 'b', ignore))).toBe('Conflict')
    expect(await getDriverErrorCode(fleet.relocate(ref, 'nowhere', ignore))).toBe('InvalidSpec')
    engines.b.dead = true
    expect(await getDriverErrorCode(fleet.relocate(ref, 'b', ignore))).toBe('DriverUnavailable')
  })

  it('a data disk is copied, again after any break, and its source stays', async () => {
    const to = { ...ref, id: 'j', host: 'b' } as InstanceSpec
    for (let [steps, broken] = [0, true]; broken; steps += 1) {
      begin()
      broken = await breakOff(steps, fleet.copyDataDisk(ref, to, ignore))
      await fleet.copyDataDisk(ref, to, ignore)
      expect([engines.b.disks.data, hasAll(engines.a), engines.a.canStart]).toEqual([written.data, true, true])
      expect(steps).toBeLessThan(maxSteps)
    }
  })
})

import { expect, it } from 'vitest'
import type { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { buildTestInstanceSpec, type DriverWorld, getDriverErrorCode, startAndWait, stopAndWait } from '../world.ts'

export function driverCases(world: () => DriverWorld): void {
  it('is healthy and names its version', async () => {
    expect(await world().driver.health()).toMatchObject({ ok: true, version: expect.any(String) })
  })

  it('gives an inventory in which no name and no card is there twice', async () => {
    const hosts = await describeHosts(world().driver)
    const cards = hosts.flatMap(({ gpus }) => gpus.map(({ uuid }) => uuid))
    expect(hosts.length).toBeGreaterThan(0)
    expect(new Set(hosts.map(({ name }) => name)).size).toBe(hosts.length)
    expect(new Set(cards).size).toBe(cards.length)
    for (const { cpu, memory_mb: memoryMb } of hosts) expect(Math.min(cpu, memoryMb)).toBeGreaterThan(0)
    for (const { gpus, capabilities } of hosts) expect(capabilities.cards === 'none').toBe(gpus.length === 0)
    expect(await describeHosts(world().driver)).toEqual(hosts)
  })

  it('wakes for what happens to an instance', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    const woken: string[] = []
    const stop = new AbortController()
    const watching = world().driver.watch((id) => woken.push(id), stop.signal)
    await world().wait(100)
    await startAndWait(world(), spec)
    for (let i = 0; i < 50 && woken.length === 0; i += 1) await world().wait(100)
    expect(new Set(woken)).toEqual(new Set(['a']))
    const before = woken.length
    await stopAndWait(world(), spec)
    for (let i = 0; i < 50 && woken.length === before; i += 1) await world().wait(100)
    expect(woken.length).toBeGreaterThan(before)
    stop.abort()
    await watching
  })

  it('says that its engine does not answer, and never gives an empty list instead', async () => {
    const driver = world().unreachable()
    const spec = await buildTestInstanceSpec(world(), 'a')
    expect(await driver.health()).toMatchObject({ ok: false, problem: expect.any(String) })
    const orThrown = <T>(work: Promise<T[]>) => work.catch((error: DriverUnavailable) => error.code)
    const listings = await orThrown(driver.list())
    const reports = await orThrown(driver.inventory())
    if (typeof listings === 'string') expect(listings).toBe('DriverUnavailable')
    else {
      expect(listings.length).toBeGreaterThan(0)
      for (const { complete, seen } of listings) expect({ complete, seen }).toEqual({ complete: false, seen: [] })
    }
    if (typeof reports === 'string') expect(reports).toBe('DriverUnavailable')
    else {
      expect(reports.length).toBeGreaterThan(0)
      for (const { facts } of reports) expect(facts).toBeUndefined()
    }
    expect(await getDriverErrorCode(driver.observe(spec))).toBe('DriverUnavailable')
    expect(await getDriverErrorCode(driver.ensureRunning(spec))).toBe('DriverUnavailable')
    expect(await getDriverErrorCode(driver.ensureStopped(spec, { grace_seconds: 1 }))).toBe('DriverUnavailable')
    expect(await getDriverErrorCode(driver.ensureAbsent(spec))).toBe('DriverUnavailable')
    await driver.close()
  })

  it('gives no list to who cancelled it', async () => {
    expect(await getDriverErrorCode(world().driver.list(AbortSignal.abort()))).toBe('DriverUnavailable')
  })

  it('does nothing more once it is closed, however often', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await world().driver.close()
    await world().driver.close()
    expect(await getDriverErrorCode(listObjects(world().driver))).toBe('DriverUnavailable')
    expect(await getDriverErrorCode(world().driver.ensureRunning(spec))).toBe('DriverUnavailable')
    expect(await world().driver.health()).toMatchObject({ ok: false })
  })
}

import { expect, it } from 'vitest'
import { listObjects } from '#tests/support/listed.ts'
import {
  advanceUntilSettled,
  buildTestInstanceSpec,
  type DriverWorld,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
  waitForPhase,
} from '../world.ts'

export function lifecycleCases(world: () => DriverWorld): void {
  it('shows an instance nobody made as absent', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    expect(await world().driver.observe(spec)).toMatchObject({ phase: 'absent', ref: { id: 'a', generation: 1 } })
  })

  it('brings an instance to running and says since when', async () => {
    const seen = await startAndWait(world(), await buildTestInstanceSpec(world(), 'a'))
    expect(seen.started_at).toBeInstanceOf(Date)
    expect(seen.ref).toEqual({ installation_id: world().installation_id, id: 'a', generation: 1 })
    expect(seen.observed_at.getTime()).toBeGreaterThanOrEqual(seen.started_at!.getTime())
  })

  it('adopts what already runs, however often it is asked', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    const first = await startAndWait(world(), spec)
    await world().wait(500)
    expect((await world().driver.ensureRunning(spec)).started_at).toEqual(first.started_at)
    expect((await world().driver.ensureRunning(spec)).started_at).toEqual(first.started_at)
    expect(await listObjects(world().driver)).toHaveLength(1)
  })

  it('makes one object of ten calls at once', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await Promise.all(Array.from({ length: 10 }, () => world().driver.ensureRunning(spec)))
    await startAndWait(world(), spec)
    expect(await listObjects(world().driver)).toHaveLength(1)
  })

  it('stops a running instance', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    const seen = await stopAndWait(world(), spec)
    expect(seen.reason).toBeUndefined()
    expect(seen.started_at).toBeUndefined()
  })

  it('takes stopping twice, and stopping what is absent, as success', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    expect((await world().driver.ensureStopped(spec, { grace_seconds: 1 })).phase).toBe('absent')
    await startAndWait(world(), spec)
    await stopAndWait(world(), spec)
    expect((await world().driver.ensureStopped(spec, { grace_seconds: 1 })).phase).toBe('stopped')
  })

  it('starts a stopped instance again, later than before', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    const first = await startAndWait(world(), spec)
    await stopAndWait(world(), spec)
    const second = await startAndWait(world(), spec)
    expect(second.started_at!.getTime()).toBeGreaterThan(first.started_at!.getTime())
    expect(await listObjects(world().driver)).toHaveLength(1)
  })

  it('comes up when asked to start while it is stopping', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await world().driver.ensureStopped(spec, { grace_seconds: 1 })
    await startAndWait(world(), spec)
  })

  it('stops when asked to while it is starting', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await world().driver.ensureRunning(spec)
    await world().driver.ensureStopped(spec, { grace_seconds: 1 })
    await waitForPhase(world(), spec, 'stopped')
  })

  it('removes an instance in any phase, twice, and one that never was', async () => {
    const { driver } = world()
    const [starting, up, off] = await Promise.all(['a', 'b', 'c'].map((id) => buildTestInstanceSpec(world(), id)))
    await driver.ensureRunning(starting!)
    await startAndWait(world(), up!)
    await startAndWait(world(), off!)
    await stopAndWait(world(), off!)
    for (const spec of [starting!, up!, off!, up!]) await advanceUntilSettled(world(), driver.ensureAbsent(spec))
    await driver.ensureAbsent(await buildTestInstanceSpec(world(), 'never'))
    expect(await listObjects(driver)).toEqual([])
    expect((await driver.observe(up!)).phase).toBe('absent')
  })

  it('lists every instance once, in whatever phase', async () => {
    const [up, off] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world(), id)))
    await startAndWait(world(), up!)
    await startAndWait(world(), off!)
    await stopAndWait(world(), off!)
    const seen = (await listObjects(world().driver)).map(({ ref, phase }) => [ref.id, ref.generation, phase])
    expect(seen.sort()).toEqual([
      ['a', 1, 'running'],
      ['b', 1, 'stopped'],
    ])
  })

  it('keeps running and stopped instances across a restart of the server', async () => {
    const [up, off] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world(), id)))
    const before = await startAndWait(world(), up!)
    await startAndWait(world(), off!)
    await stopAndWait(world(), off!)
    await world().restart()
    expect((await world().driver.observe(up!)).started_at).toEqual(before.started_at)
    expect(await world().driver.observe(off!)).toMatchObject({ phase: 'stopped' })
    expect((await world().driver.ensureRunning(up!)).started_at).toEqual(before.started_at)
    expect(await listObjects(world().driver)).toHaveLength(2)
  })

  it('finishes a stop that a restart of the server interrupted', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await world().driver.ensureStopped(spec, { grace_seconds: 1 })
    await world().restart()
    const seen = await stopAndWait(world(), spec)
    expect(seen.reason).toBeUndefined()
    await startAndWait(world(), spec)
  })

  it('refuses names that are not plain ids', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    for (const id of ['../a', 'a/b', '', 'a.b', 'a b', '中文', 'a'.repeat(65)]) {
      expect(await getDriverErrorCode(world().driver.observe({ ...spec, id }))).toBe('InvalidSpec')
      expect(await getDriverErrorCode(world().driver.ensureAbsent({ ...spec, id }))).toBe('InvalidSpec')
    }
  })
}

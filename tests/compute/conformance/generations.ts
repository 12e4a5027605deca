import { expect, it } from 'vitest'
import { listObjects } from '#tests/support/listed.ts'
import { buildTestInstanceSpec, type DriverWorld, execShellScript, getDriverErrorCode, startAndWait } from '../world.ts'

export function generationCases(world: () => DriverWorld): void {
  it('replaces object and system disk by a new generation, and keeps the data disk', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo data > /workspace/kept; echo system > /root/lost')
    const next = { ...spec, generation: 2 }
    await startAndWait(world(), next)
    expect((await execShellScript(world(), next, 'cat /workspace/kept')).output).toBe('data\n')
    expect((await execShellScript(world(), next, 'cat /root/lost')).code).not.toBe(0)
    expect((await listObjects(world().driver)).map(({ ref }) => ref.generation)).toEqual([2])
  })

  it('observes exactly the generation asked for', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { generation: 2 })
    await startAndWait(world(), spec)
    expect((await world().driver.observe({ ...spec, generation: 1 })).phase).toBe('absent')
    expect((await world().driver.observe({ ...spec, generation: 3 })).phase).toBe('absent')
  })

  it('refuses to start or stop an older generation, and leaves the newer one alone', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { generation: 2 })
    await startAndWait(world(), spec)
    const old = { ...spec, generation: 1 }
    expect(await getDriverErrorCode(world().driver.ensureRunning(old))).toBe('Conflict')
    expect(await getDriverErrorCode(world().driver.ensureStopped(old, { grace_seconds: 0 }))).toBe('Conflict')
    expect((await world().driver.observe(spec)).phase).toBe('running')
  })

  it('leaves a newer generation its disks when an older one is removed', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { generation: 2 })
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo data > /workspace/kept')
    await world().driver.ensureAbsent({ ...spec, generation: 1 })
    expect((await execShellScript(world(), spec, 'cat /workspace/kept')).output).toBe('data\n')
  })

  it('stops the older generation when a newer one is to be stopped', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await world().driver.ensureStopped({ ...spec, generation: 2 }, { grace_seconds: 0 })
    await world().wait(3000)
    const [seen] = await listObjects(world().driver)
    expect(seen?.phase).toMatch(/stopped|stopping/)
  })
}

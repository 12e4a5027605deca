import { expect, it } from 'vitest'
import { refusal, running, sh, specFor, type World } from '../world.ts'

export function generationCases(world: () => World): void {
  it('replaces object and system disk by a new generation, and keeps the data disk', async () => {
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await sh(world(), spec, 'echo data > /workspace/kept; echo system > /root/lost')
    const next = { ...spec, generation: 2 }
    await running(world(), next)
    expect((await sh(world(), next, 'cat /workspace/kept')).output).toBe('data\n')
    expect((await sh(world(), next, 'cat /root/lost')).code).not.toBe(0)
    expect((await world().driver.list()).map(({ ref }) => ref.generation)).toEqual([2])
  })

  it('observes exactly the generation asked for', async () => {
    const spec = await specFor(world(), 'a', { generation: 2 })
    await running(world(), spec)
    expect((await world().driver.observe({ ...spec, generation: 1 })).phase).toBe('absent')
    expect((await world().driver.observe({ ...spec, generation: 3 })).phase).toBe('absent')
  })

  it('refuses to start or stop an older generation, and leaves the newer one alone', async () => {
    const spec = await specFor(world(), 'a', { generation: 2 })
    await running(world(), spec)
    const old = { ...spec, generation: 1 }
    expect(await refusal(world().driver.ensureRunning(old))).toBe('Conflict')
    expect(await refusal(world().driver.ensureStopped(old, { grace_seconds: 0 }))).toBe('Conflict')
    expect((await world().driver.observe(spec)).phase).toBe('running')
  })

  it('leaves a newer generation its disks when an older one is removed', async () => {
    const spec = await specFor(world(), 'a', { generation: 2 })
    await running(world(), spec)
    await sh(world(), spec, 'echo data > /workspace/kept')
    await world().driver.ensureAbsent({ ...spec, generation: 1 })
    expect((await sh(world(), spec, 'cat /workspace/kept')).output).toBe('data\n')
  })

  it('stops the older generation when a newer one is to be stopped', async () => {
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await world().driver.ensureStopped({ ...spec, generation: 2 }, { grace_seconds: 0 })
    await world().wait(3000)
    const [seen] = await world().driver.list()
    expect(seen?.phase).toMatch(/stopped|stopping/)
  })
}

import { expect, it } from 'vitest'
import { refusal, running, sh, specFor, stopped, type World } from '../world.ts'

const key_one = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOne one@example'
const key_two = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAITwo two@example'

export function diskCases(world: () => World): void {
  it('keeps the data disk over stop and start', async () => {
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await sh(world(), spec, 'mkdir -p /workspace/模型 && echo 权重 > /workspace/模型/a.txt')
    await stopped(world(), spec)
    await running(world(), spec)
    expect(await sh(world(), spec, 'cat /workspace/模型/a.txt')).toEqual({ output: '权重\n', code: 0 })
  })

  it('keeps the system disk over stop and start where it promises so', async ({ skip }) => {
    if (!(await world().driver.capabilities()).rootfs_survives_stop) skip('the system disk does not survive a stop')
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await sh(world(), spec, 'echo kept > /root/file')
    await stopped(world(), spec)
    await running(world(), spec)
    expect((await sh(world(), spec, 'cat /root/file')).output).toBe('kept\n')
  })

  it('keeps both disks when the next start has other limits', async ({ skip }) => {
    if (!(await world().driver.capabilities()).rootfs_survives_stop) skip('the system disk does not survive a stop')
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await sh(world(), spec, 'echo system > /root/file; echo data > /workspace/file')
    await stopped(world(), spec)
    const bigger = { ...spec, cpu: 0.2, memory_mb: 96 }
    await running(world(), bigger)
    expect((await sh(world(), spec, 'cat /root/file /workspace/file')).output).toBe('system\ndata\n')
    expect(await world().driver.list()).toHaveLength(1)
  })

  it('leaves a running instance as it is when it is asked for with other limits', async () => {
    const spec = await specFor(world(), 'a')
    const before = await running(world(), spec)
    const seen = await world().driver.ensureRunning({ ...spec, memory_mb: 128 })
    expect(seen.started_at).toEqual(before.started_at)
  })

  const both = { system: true, data: true }

  it('says which disks are there', async () => {
    const spec = await specFor(world(), 'a')
    expect(await world().driver.disks(spec)).toEqual({ system: false, data: false })
    await running(world(), spec)
    expect(await world().driver.disks(spec)).toEqual(both)
    expect(await world().driver.disks({ ...spec, generation: 2 })).toEqual({ system: false, data: true })
    await world().lose('a', { system: true, data: false })
    expect(await world().driver.disks(spec)).toEqual({ system: false, data: true })
    expect((await world().driver.observe(spec)).phase).toBe('absent')
    await world().restart()
    expect(await world().driver.disks(spec)).toEqual({ system: false, data: true })
  })

  it('gives no empty system disk for one that is gone unless it may, and then keeps the data', async () => {
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await sh(world(), spec, 'echo weights > /workspace/file')
    await stopped(world(), spec)
    await world().lose('a', { system: true, data: false })
    expect(await refusal(world().driver.ensureRunning({ ...spec, expects: both }))).toBe('DiskLost')
    expect((await world().driver.observe(spec)).phase).toBe('absent')
    await running(world(), { ...spec, expects: { system: false, data: true } })
    expect((await sh(world(), spec, 'cat /workspace/file')).output).toBe('weights\n')
  })

  it('gives no empty data disk for one that is gone unless it may', async () => {
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await world().lose('a', both)
    const lost = await world()
      .driver.ensureRunning({ ...spec, expects: both })
      .catch((error: unknown) => error)
    expect(lost).toMatchObject({ code: 'DiskLost', left: { system: false, data: false } })
    expect(await refusal(world().driver.ensureRunning({ ...spec, generation: 2, expects: { system: false, data: true } }))).toBe(
      'DiskLost',
    )
    await running(world(), { ...spec, expects: { system: false, data: false } })
    expect(await world().driver.disks(spec)).toEqual(both)
  })

  it('deletes the disks with the instance', async () => {
    const spec = await specFor(world(), 'a')
    await running(world(), spec)
    await sh(world(), spec, 'echo secret > /workspace/file; echo secret > /root/file')
    await world().driver.ensureAbsent(spec)
    await running(world(), spec)
    expect((await sh(world(), spec, 'cat /workspace/file')).code).not.toBe(0)
    expect((await sh(world(), spec, 'cat /root/file')).code).not.toBe(0)
  })

  it('gives each instance its own disks', async () => {
    const [a, b] = await Promise.all(['a', 'b'].map((id) => specFor(world(), id)))
    await running(world(), a!)
    await running(world(), b!)
    await sh(world(), a!, 'echo a > /workspace/file')
    expect((await sh(world(), b!, 'cat /workspace/file')).code).not.toBe(0)
  })

  it('lets in the keys of the latest start, and keeps them out of the environment', async () => {
    const spec = await specFor(world(), 'a', { authorized_keys: [key_one] })
    await running(world(), spec)
    expect((await sh(world(), spec, 'cat /root/.ssh/authorized_keys')).output).toBe(`${key_one}\n`)
    expect((await sh(world(), spec, 'env')).output).not.toContain('ssh-ed25519')
    await stopped(world(), spec)
    await running(world(), { ...spec, authorized_keys: [key_two] })
    expect((await sh(world(), spec, 'cat /root/.ssh/authorized_keys')).output).toBe(`${key_two}\n`)
  })

  it('carries its host name', async () => {
    const spec = await specFor(world(), 'a', { hostname: 'gpu-box-1' })
    await running(world(), spec)
    expect((await sh(world(), spec, 'hostname')).output).toBe('gpu-box-1\n')
  })
}

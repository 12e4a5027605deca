import { expect, it } from 'vitest'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from '../world.ts'

const keyOne = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOne one@example'
const keyTwo = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAITwo two@example'

export function diskCases(world: () => DriverWorld): void {
  it('keeps the data disk over stop and start', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'mkdir -p /workspace/模型 && echo 权重 > /workspace/模型/a.txt')
    await stopAndWait(world(), spec)
    await startAndWait(world(), spec)
    expect(await execShellScript(world(), spec, 'cat /workspace/模型/a.txt')).toEqual({ output: '权重\n', code: 0 })
  })

  it('keeps the system disk over stop and start where it promises so', async ({ skip }) => {
    if (!(await describeHosts(world().driver))[0]!.capabilities.keeps_system_disk) skip('the system disk does not survive a stop')
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo kept > /root/file')
    await stopAndWait(world(), spec)
    await startAndWait(world(), spec)
    expect((await execShellScript(world(), spec, 'cat /root/file')).output).toBe('kept\n')
  })

  it('keeps both disks when the next start has other limits', async ({ skip }) => {
    if (!(await describeHosts(world().driver))[0]!.capabilities.keeps_system_disk) skip('the system disk does not survive a stop')
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo system > /root/file; echo data > /workspace/file')
    await stopAndWait(world(), spec)
    const bigger = { ...spec, cpu: 0.2, memory_mb: 96 }
    await startAndWait(world(), bigger)
    expect((await execShellScript(world(), spec, 'cat /root/file /workspace/file')).output).toBe('system\ndata\n')
    expect(await listObjects(world().driver)).toHaveLength(1)
  })

  it('leaves a running instance as it is when it is asked for with other limits', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    const before = await startAndWait(world(), spec)
    const seen = await world().driver.ensureRunning({ ...spec, memory_mb: 128 })
    expect(seen.started_at).toEqual(before.started_at)
  })

  const both = { system: true, data: true }

  it('says which disks are there', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    expect(await world().driver.disks(spec)).toEqual({ system: false, data: false })
    await startAndWait(world(), spec)
    expect(await world().driver.disks(spec)).toEqual(both)
    expect(await world().driver.disks({ ...spec, generation: 2 })).toEqual({ system: false, data: true })
    await world().lose('a', { system: true, data: false })
    expect(await world().driver.disks(spec)).toEqual({ system: false, data: true })
    expect((await world().driver.observe(spec)).phase).toBe('absent')
    await world().restart()
    expect(await world().driver.disks(spec)).toEqual({ system: false, data: true })
  })

  it('gives no empty system disk for one that is gone unless it may, and then keeps the data', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo weights > /workspace/file')
    await stopAndWait(world(), spec)
    await world().lose('a', { system: true, data: false })
    expect(await getDriverErrorCode(world().driver.ensureRunning({ ...spec, expects: both }))).toBe('DiskLost')
    expect((await world().driver.observe(spec)).phase).toBe('absent')
    await startAndWait(world(), { ...spec, expects: { system: false, data: true } })
    expect((await execShellScript(world(), spec, 'cat /workspace/file')).output).toBe('weights\n')
  })

  it('gives no empty data disk for one that is gone unless it may', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await world().lose('a', both)
    const lost = await world()
      .driver.ensureRunning({ ...spec, expects: both })
      .catch((error: unknown) => error)
    expect(lost).toMatchObject({ code: 'DiskLost', left: { system: false, data: false } })
    expect(
      await getDriverErrorCode(world().driver.ensureRunning({ ...spec, generation: 2, expects: { system: false, data: true } })),
    ).toBe('DiskLost')
    await startAndWait(world(), { ...spec, expects: { system: false, data: false } })
    expect(await world().driver.disks(spec)).toEqual(both)
  })

  it('deletes the disks with the instance', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo secret > /workspace/file; echo secret > /root/file')
    await world().driver.ensureAbsent(spec)
    await startAndWait(world(), spec)
    expect((await execShellScript(world(), spec, 'cat /workspace/file')).code).not.toBe(0)
    expect((await execShellScript(world(), spec, 'cat /root/file')).code).not.toBe(0)
  })

  it('gives each instance its own disks', async () => {
    const [a, b] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world(), id)))
    await startAndWait(world(), a!)
    await startAndWait(world(), b!)
    await execShellScript(world(), a!, 'echo a > /workspace/file')
    expect((await execShellScript(world(), b!, 'cat /workspace/file')).code).not.toBe(0)
  })

  it('lets in the keys of the latest start, and keeps them out of the environment', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { authorized_keys: [keyOne] })
    await startAndWait(world(), spec)
    expect((await execShellScript(world(), spec, 'cat /root/.ssh/authorized_keys')).output).toBe(`${keyOne}\n`)
    expect((await execShellScript(world(), spec, 'env')).output).not.toContain('ssh-ed25519')
    await stopAndWait(world(), spec)
    await startAndWait(world(), { ...spec, authorized_keys: [keyTwo] })
    expect((await execShellScript(world(), spec, 'cat /root/.ssh/authorized_keys')).output).toBe(`${keyTwo}\n`)
  })

  it('carries its host name', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { hostname: 'gpu-box-1' })
    await startAndWait(world(), spec)
    expect((await execShellScript(world(), spec, 'hostname')).output).toBe('gpu-box-1\n')
  })
}

import { expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import {
  advanceUntilSettled,
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from '../world.ts'

const ignore = () => undefined

export function migrationCases(world: () => DriverWorld): void {
  const withData = async (id: string) => {
    const spec = await buildTestInstanceSpec(world(), id)
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'mkdir -p /workspace/模型; echo 权重 > /workspace/模型/a.txt; echo system > /root/file')
    await stopAndWait(world(), spec)
    return spec
  }
  const copy = (from: InstanceSpec, to: InstanceSpec, heard: (percent: number) => void = ignore) =>
    advanceUntilSettled(world(), world().driver.copyDataDisk(from, to, heard))

  it('moves a stopped instance with both disks to another host, where it can', async () => {
    const { driver } = world()
    const [here, there] = await describeHosts(driver)
    const spec = await withData('a')
    await advanceUntilSettled(world(), driver.relocate(spec, here!.name, ignore))
    if (!(await describeHosts(driver))[0]!.capabilities.moves_disks) {
      expect(await getDriverErrorCode(driver.relocate(spec, 'elsewhere', ignore))).toBe('Unsupported')
      return
    }
    expect(await getDriverErrorCode(driver.relocate(spec, 'elsewhere', ignore))).toBe('InvalidSpec')
    const heard: number[] = []
    await advanceUntilSettled(
      world(),
      driver.relocate(spec, there!.name, (percent) => heard.push(percent)),
    )
    expect(heard.at(-1)).toBe(100)
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    await advanceUntilSettled(world(), driver.relocate(spec, there!.name, ignore))
    const expects = { system: true, data: true }
    expect(await getDriverErrorCode(driver.ensureRunning({ ...spec, expects }))).toMatch(/^(InvalidSpec|DiskLost)$/)
    const moved = { ...spec, host: there!.name, gpu_uuids: there!.gpus.slice(0, 1).map(({ uuid }) => uuid) }
    await startAndWait(world(), moved)
    expect((await execShellScript(world(), moved, 'cat /root/file /workspace/模型/a.txt')).output).toBe('system\n权重\n')
    expect(await getDriverErrorCode(driver.relocate(spec, here!.name, ignore))).toBe('Conflict')
    expect(await getDriverErrorCode(driver.relocate({ ...spec, id: 'never' }, here!.name, ignore))).toBe('NotFound')
  })

  it('copies a data disk to an instance that was not started yet, again and after an interruption', async () => {
    const [from, to] = [await withData('a'), await buildTestInstanceSpec(world(), 'b')]
    const cut = world()
      .driver.copyDataDisk(from, to, ignore)
      .catch(() => undefined)
    await world().wait(100)
    await world().restart()
    await cut
    const heard: number[] = []
    await copy(from, to, (percent) => heard.push(percent))
    expect(heard.at(-1)).toBe(100)
    await copy(from, to)
    expect((await world().driver.observe(to)).phase).toBe('absent')
    expect(await listObjects(world().driver)).toHaveLength(1)
    await world().restart()
    await startAndWait(world(), to)
    expect((await execShellScript(world(), to, 'cat /workspace/模型/a.txt; echo own > /workspace/own')).output).toBe('权重\n')
    expect((await execShellScript(world(), to, 'cat /root/file')).code).not.toBe(0)
    await copy(from, to)
    expect((await execShellScript(world(), to, 'cat /workspace/own')).output).toBe('own\n')
    const never = await buildTestInstanceSpec(world(), 'c')
    await copy(from, never)
    await world().driver.ensureAbsent(never)
    await startAndWait(world(), never)
    expect((await execShellScript(world(), never, 'ls /workspace')).output).toBe('')
    await startAndWait(world(), from)
    expect((await execShellScript(world(), from, 'cat /workspace/own')).code).not.toBe(0)
  })

  it('copies from nothing that runs or is absent, and onto nothing that was started', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    const to = await buildTestInstanceSpec(world(), 'b')
    expect(await getDriverErrorCode(copy(spec, to))).toBe('NotFound')
    await startAndWait(world(), spec)
    expect(await getDriverErrorCode(copy(spec, to))).toBe('Conflict')
    await startAndWait(world(), to)
    await stopAndWait(world(), spec)
    expect(await getDriverErrorCode(copy(spec, to))).toBe('Conflict')
    expect(await getDriverErrorCode(copy(spec, spec))).toBe('InvalidSpec')
  })
}

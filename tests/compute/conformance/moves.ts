import { expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { during, refusal, running, sh, specFor, stopped, type World } from '../world.ts'

const ignore = () => undefined

export function moveCases(world: () => World): void {
  const withData = async (id: string) => {
    const spec = await specFor(world(), id)
    await running(world(), spec)
    await sh(world(), spec, 'mkdir -p /workspace/模型; echo 权重 > /workspace/模型/a.txt; echo system > /root/file')
    await stopped(world(), spec)
    return spec
  }
  const copy = (from: InstanceSpec, to: InstanceSpec, heard: (percent: number) => void = ignore) =>
    during(world(), world().driver.copyDataDisk(from, to, heard))

  it('moves a stopped instance with both disks to another host, where it can', async () => {
    const { driver } = world()
    const [here, there] = await driver.inventory()
    const spec = await withData('a')
    await during(world(), driver.relocate(spec, here!.name, ignore))
    if (!(await driver.capabilities()).relocate) {
      expect(await refusal(driver.relocate(spec, 'elsewhere', ignore))).toBe('Unsupported')
      return
    }
    expect(await refusal(driver.relocate(spec, 'elsewhere', ignore))).toBe('InvalidSpec')
    const heard: number[] = []
    await during(
      world(),
      driver.relocate(spec, there!.name, (percent) => heard.push(percent)),
    )
    expect(heard.at(-1)).toBe(100)
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    await during(world(), driver.relocate(spec, there!.name, ignore))
    expect(await refusal(driver.ensureRunning(spec))).toBe('InvalidSpec')
    const moved = { ...spec, host: there!.name, gpu_uuids: there!.gpus.slice(0, 1).map(({ uuid }) => uuid) }
    await running(world(), moved)
    expect((await sh(world(), moved, 'cat /root/file /workspace/模型/a.txt')).output).toBe('system\n权重\n')
    expect(await refusal(driver.relocate(spec, here!.name, ignore))).toBe('Conflict')
    expect(await refusal(driver.relocate({ ...spec, id: 'never' }, here!.name, ignore))).toBe('NotFound')
  })

  it('copies a data disk to an instance that was not started yet, again and after an interruption', async () => {
    const [from, to] = [await withData('a'), await specFor(world(), 'b')]
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
    expect(await world().driver.list()).toHaveLength(1)
    await world().restart()
    await running(world(), to)
    expect((await sh(world(), to, 'cat /workspace/模型/a.txt; echo own > /workspace/own')).output).toBe('权重\n')
    expect((await sh(world(), to, 'cat /root/file')).code).not.toBe(0)
    await copy(from, to)
    expect((await sh(world(), to, 'cat /workspace/own')).output).toBe('own\n')
    const never = await specFor(world(), 'c')
    await copy(from, never)
    await world().driver.ensureAbsent(never)
    await running(world(), never)
    expect((await sh(world(), never, 'ls /workspace')).output).toBe('')
    await running(world(), from)
    expect((await sh(world(), from, 'cat /workspace/own')).code).not.toBe(0)
  })

  it('copies from nothing that runs or is absent, and onto nothing that was started', async () => {
    const spec = await specFor(world(), 'a')
    const to = await specFor(world(), 'b')
    expect(await refusal(copy(spec, to))).toBe('NotFound')
    await running(world(), spec)
    expect(await refusal(copy(spec, to))).toBe('Conflict')
    await running(world(), to)
    await stopped(world(), spec)
    expect(await refusal(copy(spec, to))).toBe('Conflict')
    expect(await refusal(copy(spec, spec))).toBe('InvalidSpec')
  })
}

import { expect, it } from 'vitest'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
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

  /** Another host that takes disks of the first one; undefined if disks stay where they are. */
  const findOtherHost = async () => {
    const [here, there] = await describeHosts(world().driver)
    return here!.capabilities.moves_disks ? there : undefined
  }
  const move = (spec: InstanceSpec, host: string, heard: (percent: number) => void = ignore) =>
    advanceUntilSettled(world(), world().driver.relocate(spec, host, heard))
  /** The instance as it starts on another host, with a card of that one. */
  const placeOn = (spec: InstanceSpec, { name, gpus }: ComputeHost): InstanceSpec => ({
    ...spec,
    host: name,
    gpu_model: gpus[0]?.model ?? 'none',
    gpu_uuids: gpus.slice(0, 1).map(({ uuid }) => uuid),
  })
  const readBoth = async (spec: InstanceSpec) =>
    (await execShellScript(world(), spec, 'cat /root/file /workspace/模型/a.txt')).output

  it('takes a move to where it is as success, and refuses one to a host that does not exist', async () => {
    const spec = await withData('a')
    await move(spec, spec.host)
    expect(await getDriverErrorCode(move(spec, 'elsewhere'))).toMatch(/^(InvalidSpec|Unsupported)$/)
    await startAndWait(world(), spec)
    expect(await readBoth(spec)).toBe('system\n权重\n')
  })

  it('moves a stopped instance with both disks to another host, and back with what it wrote there', async ({ skip }) => {
    const there = await findOtherHost()
    if (!there) return skip('disks stay on their host')
    const { driver } = world()
    const spec = await withData('a')
    const heard: number[] = []
    await move(spec, there.name, (percent) => heard.push(percent))
    expect(heard.at(-1)).toBe(100)
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    await move(spec, there.name)
    const moved = placeOn(spec, there)
    expect(await driver.disks(moved)).toEqual({ system: true, data: true })
    expect((await listObjects(driver)).map(({ ref, phase }) => [ref.id, phase])).toEqual([['a', 'stopped']])
    const expects = { system: true, data: true }
    expect(await getDriverErrorCode(driver.ensureRunning({ ...spec, expects }))).toMatch(/^(InvalidSpec|DiskLost)$/)
    await startAndWait(world(), moved)
    expect(await readBoth(moved)).toBe('system\n权重\n')
    expect(await getDriverErrorCode(move(spec, spec.host))).toBe('Conflict')
    await execShellScript(world(), moved, 'echo there > /root/file')
    await stopAndWait(world(), moved)
    await move(moved, spec.host)
    await startAndWait(world(), { ...spec, expects })
    expect(await readBoth(spec)).toBe('there\n权重\n')
  })

  it('leaves nothing of what moved behind: once it is removed, it is nowhere', async ({ skip }) => {
    const there = await findOtherHost()
    if (!there) return skip('disks stay on their host')
    const spec = await withData('a')
    await move(spec, there.name)
    await world().driver.ensureAbsent(placeOn(spec, there))
    expect(await listObjects(world().driver)).toEqual([])
    for (const host of [spec.host, there.name]) {
      expect(await world().driver.disks({ ...spec, host })).toEqual({ system: false, data: false })
      expect(await world().driver.findDataDisk({ ...spec, host })).toBeUndefined()
    }
    await startAndWait(world(), spec)
    expect((await execShellScript(world(), spec, 'ls /root /workspace')).output).not.toMatch(/file|模型/)
  })

  it('moves nothing that runs or is absent, and what it refused to move is as it was', async ({ skip }) => {
    const there = await findOtherHost()
    if (!there) return skip('disks stay on their host')
    const spec = await withData('a')
    await startAndWait(world(), spec)
    expect(await getDriverErrorCode(move(spec, there.name))).toBe('Conflict')
    expect(await getDriverErrorCode(move({ ...spec, id: 'never' }, there.name))).toBe('NotFound')
    expect(await getDriverErrorCode(move({ ...spec, id: 'never' }, spec.host))).toBe('NotFound')
    expect((await listObjects(world().driver)).map(({ ref, phase }) => [ref.id, phase])).toEqual([['a', 'running']])
    expect(await readBoth(spec)).toBe('system\n权重\n')
  })

  it('copies a data disk to an instance on another host, again after an interruption', async ({ skip }) => {
    const there = await findOtherHost()
    if (!there) return skip('disks stay on their host')
    const from = await withData('a')
    const to = placeOn(await buildTestInstanceSpec(world(), 'b'), there)
    expect(await getDriverErrorCode(copy(from, { ...to, host: 'elsewhere' }))).toBe('InvalidSpec')
    const cut = copy(from, to).catch(ignore)
    await world().wait(100)
    await world().restart()
    await cut
    await copy(from, to)
    expect((await world().driver.observe(to)).phase).toBe('absent')
    expect(await listObjects(world().driver)).toHaveLength(1)
    await startAndWait(world(), to)
    expect((await execShellScript(world(), to, 'cat /workspace/模型/a.txt; echo own > /workspace/own')).output).toBe('权重\n')
    expect((await execShellScript(world(), to, 'cat /root/file')).code).not.toBe(0)
    await copy(from, to)
    expect((await execShellScript(world(), to, 'cat /workspace/own')).output).toBe('own\n')
    await startAndWait(world(), from)
    expect((await execShellScript(world(), from, 'cat /workspace/own')).code).not.toBe(0)
    expect(await readBoth(from)).toBe('system\n权重\n')
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

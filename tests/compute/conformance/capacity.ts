import { expect, it, type TestContext } from 'vitest'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from '../world.ts'

export function capacityCases(world: () => DriverWorld): void {
  const cards = async ({ skip }: TestContext) => {
    if ((await describeHosts(world().driver))[0]!.capabilities.cards === 'none') skip('this host has no cards')
    const [host] = await describeHosts(world().driver)
    return host!.gpus.map(({ uuid }) => uuid)
  }

  it('refuses more cores than are free, and leaves nothing behind', async () => {
    const [host] = await describeHosts(world().driver)
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'a'))
    const greedy = await buildTestInstanceSpec(world(), 'b', { cpu: host!.cpu })
    expect(await getDriverErrorCode(world().driver.ensureRunning(greedy))).toBe('NoCapacity')
    expect((await world().driver.observe(greedy)).phase).toBe('absent')
    expect(await listObjects(world().driver)).toHaveLength(1)
  })

  it('refuses more memory than is free', async () => {
    const [host] = await describeHosts(world().driver)
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'a'))
    const greedy = await buildTestInstanceSpec(world(), 'b', { memory_mb: host!.memory_mb })
    expect(await getDriverErrorCode(world().driver.ensureRunning(greedy))).toBe('NoCapacity')
  })

  it('gives freed cores to the next', async () => {
    const [host] = await describeHosts(world().driver)
    const large = await buildTestInstanceSpec(world(), 'a', { cpu: host!.cpu })
    await startAndWait(world(), large)
    const next = await buildTestInstanceSpec(world(), 'b')
    expect(await getDriverErrorCode(world().driver.ensureRunning(next))).toBe('NoCapacity')
    await stopAndWait(world(), large)
    await startAndWait(world(), next)
    expect(await getDriverErrorCode(world().driver.ensureRunning(large))).toBe('NoCapacity')
    expect((await world().driver.observe(large)).phase).toBe('stopped')
  })

  it('never gives one card to two instances', async (test) => {
    const [first, second] = await cards(test)
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'a', { gpu_uuids: [first!] }))
    const both = await buildTestInstanceSpec(world(), 'b', { gpu_uuids: [first!, second!] })
    expect(await getDriverErrorCode(world().driver.ensureRunning(both))).toBe('NoCapacity')
    await startAndWait(world(), { ...both, gpu_uuids: [second!] })
  })

  it('gives a card to exactly one of ten that ask at once', async (test) => {
    const [card] = await cards(test)
    const spec = await buildTestInstanceSpec(world(), 'i', { gpu_uuids: [card!] })
    const specs = Array.from({ length: 10 }, (_, nth) => ({ ...spec, id: `i${nth}` }))
    const answers = await Promise.all(specs.map((spec) => getDriverErrorCode(world().driver.ensureRunning(spec))))
    expect(answers.sort()).toEqual([...Array.from({ length: 9 }, () => 'NoCapacity'), 'not refused'])
    expect(await listObjects(world().driver)).toHaveLength(1)
  })

  it('frees a card when its instance stops, and takes another one at the next start', async (test) => {
    const [first, second] = await cards(test)
    const a = await buildTestInstanceSpec(world(), 'a', { gpu_uuids: [first!] })
    await startAndWait(world(), a)
    await stopAndWait(world(), a)
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'b', { gpu_uuids: [first!] }))
    expect(await getDriverErrorCode(world().driver.ensureRunning(a))).toBe('NoCapacity')
    await startAndWait(world(), { ...a, gpu_uuids: [second!] })
  })

  it('starts without cards what had one, and with one what had none', async (test) => {
    const [card] = await cards(test)
    const spec = await buildTestInstanceSpec(world(), 'a', { gpu_uuids: [card!] })
    await startAndWait(world(), spec)
    await stopAndWait(world(), spec)
    await startAndWait(world(), { ...spec, gpu_uuids: [] })
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'b', { gpu_uuids: [card!] }))
  })

  it('boots with half a core and without cards what had both, and back, on the same disks', async (test) => {
    const [card] = await cards(test)
    const spec = await buildTestInstanceSpec(world(), 'a', { cpu: 1, memory_mb: 96, gpu_uuids: [card!] })
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo system > /root/file; echo data > /workspace/file')
    await stopAndWait(world(), spec)
    const small = { ...spec, cpu: 0.5, memory_mb: 64, gpu_uuids: [] }
    await startAndWait(world(), small)
    expect((await execShellScript(world(), spec, 'cat /root/file /workspace/file')).output).toBe('system\ndata\n')
    const rest = (await describeHosts(world().driver))[0]!.cpu - 0.5
    expect(
      await getDriverErrorCode(world().driver.ensureRunning(await buildTestInstanceSpec(world(), 'b', { cpu: rest + 0.1 }))),
    ).toBe('NoCapacity')
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'b', { cpu: rest, gpu_uuids: [card!] }))
    await world().driver.ensureAbsent({ ...spec, id: 'b' })
    await stopAndWait(world(), small)
    await startAndWait(world(), spec)
    expect((await execShellScript(world(), spec, 'cat /root/file /workspace/file')).output).toBe('system\ndata\n')
  })

  it('keeps cards assigned across a restart of the server', async (test) => {
    const [card] = await cards(test)
    await startAndWait(world(), await buildTestInstanceSpec(world(), 'a', { gpu_uuids: [card!] }))
    await world().restart()
    const rival = await buildTestInstanceSpec(world(), 'b', { gpu_uuids: [card!] })
    expect(await getDriverErrorCode(world().driver.ensureRunning(rival))).toBe('NoCapacity')
  })
}

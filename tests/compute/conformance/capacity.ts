import { expect, it, type TestContext } from 'vitest'
import { refusal, running, sh, specFor, stopped, type World } from '../world.ts'

export function capacityCases(world: () => World): void {
  const cards = async ({ skip }: TestContext) => {
    if ((await world().driver.capabilities()).gpu !== 'uuid') skip('this host has no cards')
    const [host] = await world().driver.inventory()
    return host!.gpus.map(({ uuid }) => uuid)
  }

  it('refuses more cores than are free, and leaves nothing behind', async () => {
    const [host] = await world().driver.inventory()
    await running(world(), await specFor(world(), 'a'))
    const greedy = await specFor(world(), 'b', { cpu: host!.cpu })
    expect(await refusal(world().driver.ensureRunning(greedy))).toBe('NoCapacity')
    expect((await world().driver.observe(greedy)).phase).toBe('absent')
    expect(await world().driver.list()).toHaveLength(1)
  })

  it('refuses more memory than is free', async () => {
    const [host] = await world().driver.inventory()
    await running(world(), await specFor(world(), 'a'))
    const greedy = await specFor(world(), 'b', { memory_mb: host!.memory_mb })
    expect(await refusal(world().driver.ensureRunning(greedy))).toBe('NoCapacity')
  })

  it('gives freed cores to the next', async () => {
    const [host] = await world().driver.inventory()
    const large = await specFor(world(), 'a', { cpu: host!.cpu })
    await running(world(), large)
    const next = await specFor(world(), 'b')
    expect(await refusal(world().driver.ensureRunning(next))).toBe('NoCapacity')
    await stopped(world(), large)
    await running(world(), next)
    expect(await refusal(world().driver.ensureRunning(large))).toBe('NoCapacity')
    expect((await world().driver.observe(large)).phase).toBe('stopped')
  })

  it('never gives one card to two instances', async (test) => {
    const [first, second] = await cards(test)
    await running(world(), await specFor(world(), 'a', { gpu_uuids: [first!] }))
    const both = await specFor(world(), 'b', { gpu_uuids: [first!, second!] })
    expect(await refusal(world().driver.ensureRunning(both))).toBe('NoCapacity')
    await running(world(), { ...both, gpu_uuids: [second!] })
  })

  it('gives a card to exactly one of ten that ask at once', async (test) => {
    const [card] = await cards(test)
    const specs = await Promise.all(Array.from({ length: 10 }, (_, i) => specFor(world(), `i${i}`, { gpu_uuids: [card!] })))
    const answers = await Promise.all(specs.map((spec) => refusal(world().driver.ensureRunning(spec))))
    expect(answers.filter((answer) => answer === 'not refused')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'NoCapacity')).toHaveLength(9)
    expect(await world().driver.list()).toHaveLength(1)
  })

  it('frees a card when its instance stops, and takes another one at the next start', async (test) => {
    const [first, second] = await cards(test)
    const a = await specFor(world(), 'a', { gpu_uuids: [first!] })
    await running(world(), a)
    await stopped(world(), a)
    await running(world(), await specFor(world(), 'b', { gpu_uuids: [first!] }))
    expect(await refusal(world().driver.ensureRunning(a))).toBe('NoCapacity')
    await running(world(), { ...a, gpu_uuids: [second!] })
  })

  it('starts without cards what had one, and with one what had none', async (test) => {
    const [card] = await cards(test)
    const spec = await specFor(world(), 'a', { gpu_uuids: [card!] })
    await running(world(), spec)
    await stopped(world(), spec)
    await running(world(), { ...spec, gpu_uuids: [] })
    await running(world(), await specFor(world(), 'b', { gpu_uuids: [card!] }))
  })

  it('boots with half a core and without cards what had both, and back, on the same disks', async (test) => {
    const [card] = await cards(test)
    const spec = await specFor(world(), 'a', { cpu: 1, memory_mb: 96, gpu_uuids: [card!] })
    await running(world(), spec)
    await sh(world(), spec, 'echo system > /root/file; echo data > /workspace/file')
    await stopped(world(), spec)
    const small = { ...spec, cpu: 0.5, memory_mb: 64, gpu_uuids: [] }
    await running(world(), small)
    expect((await sh(world(), spec, 'cat /root/file /workspace/file')).output).toBe('system\ndata\n')
    const rest = (await world().driver.inventory())[0]!.cpu - 0.5
    expect(await refusal(world().driver.ensureRunning(await specFor(world(), 'b', { cpu: rest + 0.1 })))).toBe('NoCapacity')
    await running(world(), await specFor(world(), 'b', { cpu: rest, gpu_uuids: [card!] }))
    await world().driver.ensureAbsent({ ...spec, id: 'b' })
    await stopped(world(), small)
    await running(world(), spec)
    expect((await sh(world(), spec, 'cat /root/file /workspace/file')).output).toBe('system\ndata\n')
  })

  it('keeps cards assigned across a restart of the server', async (test) => {
    const [card] = await cards(test)
    await running(world(), await specFor(world(), 'a', { gpu_uuids: [card!] }))
    await world().restart()
    const rival = await specFor(world(), 'b', { gpu_uuids: [card!] })
    expect(await refusal(world().driver.ensureRunning(rival))).toBe('NoCapacity')
  })
}

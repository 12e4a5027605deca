import { expect, it } from 'vitest'
import { buildTestInstanceSpec, type DriverWorld, execShellScript, startAndWait, stopAndWait } from '../world.ts'

export function usageCases(world: () => DriverWorld): void {
  it('samples what runs, and nothing else', async () => {
    const [up, off] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world(), id)))
    await startAndWait(world(), up!)
    await startAndWait(world(), off!)
    await stopAndWait(world(), off!)
    const samples = await world().driver.usage([up!, off!, { ...up!, id: 'never' }])
    expect(samples.map(({ id }) => id)).toEqual(['a'])
  })

  it('stays within what the instance has, and counts bytes that never fall within a run', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a')
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo data > /workspace/file')
    const [first] = await world().driver.usage([spec])
    await world().wait(60_000)
    const [sample] = await world().driver.usage([spec])
    expect(sample!.cpu_percent).toBeGreaterThanOrEqual(0)
    expect(sample!.cpu_percent).toBeLessThanOrEqual(100)
    expect(sample!.memory_mb).toBeGreaterThanOrEqual(0)
    expect(sample!.memory_mb).toBeLessThanOrEqual(spec.memory_mb)
    expect(sample!.at).toBeInstanceOf(Date)
    for (const counter of ['net_rx_bytes', 'net_tx_bytes', 'disk_read_bytes', 'disk_write_bytes'] as const) {
      const [before, after] = [first![counter], sample![counter]]
      if (before === null) continue
      expect(Number.isSafeInteger(before) && before >= 0, counter).toBe(true)
      expect(after, counter).toBeGreaterThanOrEqual(before)
    }
    for (const used of [sample!.sys_disk_mb, sample!.data_disk_mb]) if (used !== null) expect(used).toBeGreaterThan(0)
  })

  it('takes an empty question', async () => {
    expect(await world().driver.usage([])).toEqual([])
  })
}

import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { createSimulatorWorld, type SimulatorWorld } from './simulator-world.ts'
import {
  advanceUntilSettled,
  buildTestInstanceSpec,
  execCommand,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
  waitForPhase,
} from './world.ts'

describe('simulator: faults', () => {
  let world: SimulatorWorld
  beforeEach(async () => {
    world = await createSimulatorWorld()
  })
  afterEach(() => world.end())

  it('fails a pull, and succeeds at the next attempt', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    world.faults.pull_error = 'unreachable'
    await world.driver.ensureRunning(spec)
    expect((await waitForPhase(world, spec, 'failed')).reason).toBe('ImagePullFailed')
    world.faults.pull_error = undefined
    await stopAndWait(world, spec)
    await startAndWait(world, spec)
  })

  it('puts a new system disk beside a data disk that is full', async () => {
    await world.end()
    world = await createSimulatorWorld({ quota: { bytes: 4096, files: 100 } })
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    await writeFile(join(world.dir, 'instances', 'a', 'workspace', 'data'), 'x'.repeat(4096))
    await stopAndWait(world, spec)
    await startAndWait(world, { ...spec, generation: 2 })
    expect((await execShellScript(world, { ...spec, generation: 2 }, 'wc /workspace/data')).output).toContain('4097')
  })

  it('boots from a saved disk whatever its user made of it', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    await execShellScript(world, spec, 'rm -r /etc /var; echo mine > /etc; echo mine > /var')
    await advanceUntilSettled(
      world,
      world.driver.snapshot(spec, 'saved/a:1', () => undefined),
    )
    const copy = await buildTestInstanceSpec(world, 'b', { image: 'saved/a:1' })
    await startAndWait(world, copy)
    expect((await execShellScript(world, copy, 'cat /etc')).output).toBe('mine\n')
  })

  it('adopts what a call made although its answer was lost', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    world.faults.lost_answers = 1
    expect(await getDriverErrorCode(world.driver.ensureRunning(spec))).toBe('DriverUnavailable')
    await startAndWait(world, spec)
    expect(await listObjects(world.driver)).toHaveLength(1)
  })

  it('tells nothing of a lost host, shows its instances as unknown, and as they were when it is back', async () => {
    const spec = await buildTestInstanceSpec(world, 'a', { gpu_uuids: [(await describeHosts(world.driver))[0]!.gpus[0]!.uuid] })
    const rival = await buildTestInstanceSpec(world, 'b')
    const before = await startAndWait(world, spec)
    world.faults.lost_hosts.add(spec.host)
    expect(await world.driver.observe(spec)).toMatchObject({ phase: 'unknown', reason: 'NodeLost' })
    expect(await world.driver.list()).toEqual([
      { host: 'sim-1', complete: false, seen: [] },
      { host: 'sim-2', complete: true, seen: [] },
    ])
    expect(await world.driver.inventory()).toEqual([
      { host: 'sim-1', problem: '主机 sim-1 没有应答。' },
      { host: 'sim-2', facts: expect.objectContaining({ schedulable: true }) },
    ])
    for (const call of [
      world.driver.exec(spec, { cmd: ['true'] }),
      world.driver.ensureAbsent(spec),
      world.driver.ensureStopped(spec, { grace_seconds: 1 }),
    ]) {
      expect(await getDriverErrorCode(call)).toBe('DriverUnavailable')
    }
    expect(await getDriverErrorCode(world.driver.ensureRunning(rival))).toBe('DriverUnavailable')
    world.faults.lost_hosts.clear()
    expect((await world.driver.observe(spec)).started_at).toEqual(before.started_at)
  })

  it('takes as long as it likes to stop, but not longer than its grace', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    world.faults.slow_stop_ms = 3_600_000
    await world.driver.ensureStopped(spec, { grace_seconds: 10 })
    await world.clock.advance(9000)
    expect((await world.driver.observe(spec)).phase).toBe('stopping')
    await world.clock.advance(1000)
    expect((await world.driver.observe(spec)).phase).toBe('stopped')
  })

  it('stops at once when asked again without grace', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    world.faults.slow_stop_ms = 3_600_000
    await world.driver.ensureStopped(spec, { grace_seconds: 600 })
    expect((await world.driver.ensureStopped(spec, { grace_seconds: 0 })).phase).toBe('stopped')
  })

  it('frees the cards of what crashed, and keeps its files', async () => {
    const gpuUuids = [(await describeHosts(world.driver))[0]!.gpus[0]!.uuid]
    const spec = await buildTestInstanceSpec(world, 'a', { gpu_uuids: gpuUuids })
    await startAndWait(world, spec)
    await execShellScript(world, spec, 'echo kept > /root/file')
    world.faults.crashes.set('a', { reason: 'OutOfMemory', exit_code: 137 })
    expect(await world.driver.observe(spec)).toMatchObject({ phase: 'failed', reason: 'OutOfMemory', exit_code: 137 })
    await startAndWait(world, await buildTestInstanceSpec(world, 'b', { gpu_uuids: gpuUuids }))
    await stopAndWait(world, spec)
    await startAndWait(world, { ...spec, gpu_uuids: [] })
    expect((await execShellScript(world, spec, 'cat /root/file')).output).toBe('kept\n')
  })

  it('has no image, and no half of one, when a snapshot was interrupted', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    world.faults.interrupted_copies = 1
    const save = () =>
      advanceUntilSettled(
        world,
        world.driver.snapshot(spec, 'saved/a:1', () => undefined),
      )
    expect(await getDriverErrorCode(save())).toBe('DriverUnavailable')
    expect(await getDriverErrorCode(world.driver.ensureImage('sim-1', 'saved/a:1', () => undefined))).toBe('ImageNotFound')
    await save()
    await world.driver.ensureImage('sim-1', 'saved/a:1', () => undefined)
    expect((await readdir(join(world.dir, 'images'))).filter((name) => name.endsWith('.new'))).toEqual([])
  })

  it('never shows half a copied disk, and starts without one rather than with half', async () => {
    const [from, to] = [await buildTestInstanceSpec(world, 'a'), await buildTestInstanceSpec(world, 'b')]
    await startAndWait(world, from)
    await execShellScript(world, from, 'echo data > /workspace/file')
    await stopAndWait(world, from)
    world.faults.interrupted_copies = 2
    const copy = () =>
      advanceUntilSettled(
        world,
        world.driver.copyDataDisk(from, to, () => undefined),
      )
    expect(await getDriverErrorCode(copy())).toBe('DriverUnavailable')
    await world.restart()
    expect(await readdir(join(world.dir, 'instances'))).toEqual(['a', 'b'])
    await listObjects(world.driver)
    expect(await readdir(join(world.dir, 'instances'))).toEqual(['a'])
    expect(await getDriverErrorCode(copy())).toBe('DriverUnavailable')
    await startAndWait(world, to)
    expect((await execShellScript(world, to, 'ls /workspace')).output).toBe('')
    expect(await getDriverErrorCode(copy())).toBe('Conflict')
  })

  it('moves nothing to or from a host that is lost, and leaves an interrupted move where it was', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    await stopAndWait(world, spec)
    const move = () =>
      advanceUntilSettled(
        world,
        world.driver.relocate(spec, 'sim-2', () => undefined),
      )
    for (const host of ['sim-1', 'sim-2']) {
      world.faults.lost_hosts.add(host)
      expect(await getDriverErrorCode(move())).toBe('DriverUnavailable')
      world.faults.lost_hosts.clear()
    }
    world.faults.interrupted_copies = 1
    expect(await getDriverErrorCode(move())).toBe('DriverUnavailable')
    await startAndWait(world, spec)
    await stopAndWait(world, spec)
    await move()
    await startAndWait(world, { ...spec, host: 'sim-2' })
  })

  it('gives more room when more disk was rented', async () => {
    const small = await createSimulatorWorld({ quota: { bytes: 10_000, files: 100 } })
    const spec = await buildTestInstanceSpec(small, 'a')
    await startAndWait(small, spec)
    const write = () => execCommand(small, spec, ['sh', '-c', 'cat > /workspace/big'], 'x'.repeat(12_000))
    expect((await write()).code).toBe(1)
    await stopAndWait(small, spec)
    await startAndWait(small, { ...spec, data_disk_gb: 130 })
    expect((await write()).code).toBe(0)
    expect((await execShellScript(small, spec, 'df')).output).toMatch(/\/dev\/vdb\s+130G/)
    await small.end()
  })

  it('never gives a list from state it cannot read', async () => {
    await startAndWait(world, await buildTestInstanceSpec(world, 'a'))
    await writeFile(join(world.dir, 'instances', 'a', 'record.json'), '{"spec":')
    await world.restart()
    expect(await getDriverErrorCode(listObjects(world.driver))).toBe('DriverUnavailable')
  })

  it('leaves no file of a removed instance, and cleans up a removal that was cut short', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    await world.driver.ensureAbsent(spec)
    expect(await readdir(join(world.dir, 'instances'))).toEqual([])
    await writeFile(join(world.dir, 'trash', 'left'), 'over')
    await world.restart()
    await listObjects(world.driver)
    expect(await readdir(join(world.dir, 'trash'))).toEqual([])
  })

  it('keeps the system disk of the newest generation only', async () => {
    const spec = await buildTestInstanceSpec(world, 'a')
    await startAndWait(world, spec)
    await startAndWait(world, { ...spec, generation: 2 })
    expect((await readdir(join(world.dir, 'instances', 'a'))).sort()).toEqual(['console.log', 'g2', 'record.json', 'workspace'])
  })

  it('bounds what an instance may really take of the server’s disk', async () => {
    const small = await createSimulatorWorld({ quota: { bytes: 10_000, files: 30 } })
    const spec = await buildTestInstanceSpec(small, 'a')
    await startAndWait(small, spec)
    const big = await execCommand(small, spec, ['sh', '-c', 'cat > /workspace/big'], 'x'.repeat(20_000))
    expect(big).toMatchObject({ code: 1, output: expect.stringContaining('设备上没有空间') })
    for (let i = 0; i < 40; i += 1) await execShellScript(small, spec, `touch /workspace/${i}`)
    expect((await readdir(join(small.dir, 'instances', 'a', 'workspace'))).length).toBeLessThan(30)
    expect((await execShellScript(small, spec, 'rm -r /workspace/0 && touch /workspace/again')).code).toBe(0)
    await small.end()
  })
})

import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { FolderMount } from '#server/ports/compute.ts'
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

export function mountCases(world: () => DriverWorld): void {
  let dir: string
  let data: FolderMount
  let storage: FolderMount
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'zhisuan-mounts-'))
    for (const name of ['data', 'storage']) await mkdir(join(dir, name))
    await writeFile(join(dir, 'data', 'a.csv'), 'x,y\n1,2\n')
    data = { source: join(dir, 'data'), target: '/datasets/iris/1.0', read_only: true }
    storage = { source: join(dir, 'storage'), target: '/storage', read_only: false }
  })
  afterEach(() => rm(dir, { recursive: true, force: true }))

  it('show what is in the folder, now and later', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [data] })
    await startAndWait(world(), spec)
    expect(await execShellScript(world(), spec, 'cat /datasets/iris/1.0/a.csv')).toEqual({ output: 'x,y\n1,2\n', code: 0 })
    expect((await execShellScript(world(), spec, 'ls /datasets/iris')).output).toBe('1.0\n')
    await writeFile(join(dir, 'data', 'b.csv'), 'later\n')
    expect((await execShellScript(world(), spec, 'cat /datasets/iris/1.0/b.csv')).output).toBe('later\n')
  })

  it('that are read-only cannot be written to in any way', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [data] })
    await startAndWait(world(), spec)
    const ways = ['echo x > new', 'echo x >> a.csv', 'rm a.csv', 'mv a.csv b.csv', 'mkdir folder', 'touch new', 'cp a.csv c.csv']
    for (const way of ways)
      expect([way, (await execShellScript(world(), spec, `cd /datasets/iris/1.0 && ${way}`)).code]).not.toEqual([way, 0])
    expect((await execShellScript(world(), spec, 'echo x > /datasets/iris/1.0/new')).output).toMatch(
      /只读文件系统|Read-only file system/,
    )
    expect(await readFile(join(dir, 'data', 'a.csv'), 'utf8')).toBe('x,y\n1,2\n')
  })

  it('that may be written to keep what was written, for the host too', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [storage, data] })
    await startAndWait(world(), spec)
    expect(
      (await execShellScript(world(), spec, 'mkdir /storage/out && cp /datasets/iris/1.0/a.csv /storage/out/a.csv')).code,
    ).toBe(0)
    expect((await execShellScript(world(), spec, 'echo 你好 > /root/b && mv /root/b /storage/b')).code).toBe(0)
    expect(await readFile(join(dir, 'storage', 'out', 'a.csv'), 'utf8')).toBe('x,y\n1,2\n')
    expect(await readFile(join(dir, 'storage', 'b'), 'utf8')).toBe('你好\n')
    expect((await execShellScript(world(), spec, 'cat /root/b')).code).not.toBe(0)
  })

  it('are told of by mount and df', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [storage, data] })
    await startAndWait(world(), spec)
    const { output } = await execShellScript(world(), spec, 'mount')
    expect(output).toMatch(/ on \/datasets\/iris\/1\.0 type \S+ \(ro/)
    expect(output).toMatch(/ on \/storage type \S+ \(rw/)
    expect((await execShellScript(world(), spec, 'df')).output).toContain('/datasets/iris/1.0')
  })

  it('change at the next start, and the system disk stays', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [data] })
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo kept > /root/file')
    await world().driver.ensureRunning({ ...spec, mounts: [storage] })
    expect((await execShellScript(world(), spec, 'cat /datasets/iris/1.0/a.csv')).code).toBe(0)
    await stopAndWait(world(), spec)
    await startAndWait(world(), { ...spec, mounts: [storage] })
    expect((await execShellScript(world(), spec, 'cat /datasets/iris/1.0/a.csv')).code).not.toBe(0)
    expect((await execShellScript(world(), spec, 'echo x > /storage/x && cat /root/file')).output).toBe('kept\n')
  })

  it('outlive the instance that had them', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [storage, data] })
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo mine > /storage/file; rm -rf /storage /datasets')
    await execShellScript(world(), spec, 'echo mine > /storage/file')
    await world().driver.ensureAbsent(spec)
    expect(await readFile(join(dir, 'storage', 'file'), 'utf8')).toBe('mine\n')
    expect(await readFile(join(dir, 'data', 'a.csv'), 'utf8')).toBe('x,y\n1,2\n')
  })

  it('are never in a snapshot', async ({ skip }) => {
    if (!(await describeHosts(world().driver))[0]!.capabilities.saves_images) skip('there are no snapshots')
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [storage, data] })
    await startAndWait(world(), spec)
    await execShellScript(world(), spec, 'echo secret > /storage/secret')
    const image = `zhisuan/saved-${world().installation_id}:mounts`
    await advanceUntilSettled(
      world(),
      world().driver.snapshot(spec, image, () => undefined),
    )
    const copy = await buildTestInstanceSpec(world(), 'b', { image })
    await startAndWait(world(), copy)
    expect((await execShellScript(world(), copy, 'cat /storage/secret')).code).not.toBe(0)
    expect((await execShellScript(world(), copy, 'cat /datasets/iris/1.0/a.csv')).code).not.toBe(0)
    await world().driver.ensureAbsent(copy)
    await world().driver.removeImage(image)
  })

  it('of a folder that is not there fail the start with words a person can read', async () => {
    const gone = { ...data, source: join(dir, 'gone') }
    expect(
      await getDriverErrorCode(world().driver.ensureRunning(await buildTestInstanceSpec(world(), 'a', { mounts: [gone] }))),
    ).toBe('MountMissing')
    expect(await listObjects(world().driver)).toEqual([])
  })

  it.each([
    ['a target elsewhere', { target: '/etc' }],
    ['a target that climbs', { target: '/datasets/../etc' }],
    ['a source that is relative', { source: 'data' }],
  ])('with %s are refused', async (_, wrong) => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [{ ...data, ...wrong }] })
    expect(await getDriverErrorCode(world().driver.ensureRunning(spec))).toBe('InvalidSpec')
  })

  it('with one target twice are refused', async () => {
    const spec = await buildTestInstanceSpec(world(), 'a', { mounts: [data, { ...storage, target: data.target }] })
    expect(await getDriverErrorCode(world().driver.ensureRunning(spec))).toBe('InvalidSpec')
  })
}

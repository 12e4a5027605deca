import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type DockerWorld, dockerWorld, withDocker } from './docker-world.ts'
import { running, sh, specFor, stopped } from './world.ts'

const run = promisify(execFile)

withDocker(() =>
  describe('docker: data disks in files (DATA_DISKS_DIR)', () => {
    let world: DockerWorld
    let data_disks_dir: string
    beforeEach(async () => {
      data_disks_dir = await mkdtemp(join(tmpdir(), 'zhisuan-disks-'))
      world = await dockerWorld({ data_disks_dir })
    })
    afterEach(async () => {
      for (const id of ['a', 'b']) await world.driver.ensureAbsent(await specFor(world, id))
      await world.end()
      await rm(data_disks_dir, { recursive: true })
    })
    const fill = 'dd if=/dev/zero of=/workspace/full bs=1M count=2000 2>&1'
    const imageOf = async () => join(data_disks_dir, (await readdir(data_disks_dir)).find((name) => name.endsWith('.img'))!)

    it('end where they were sold, are nosuid and nodev, and leave nothing behind', async () => {
      expect((await world.driver.capabilities()).disks).toEqual({ system: 'measured', data: 'enforced' })
      const spec = await specFor(world, 'a', { data_disk_gb: 1 })
      await running(world, spec)
      expect((await sh(world, spec, 'grep " /workspace " /proc/mounts')).output).toMatch(/nosuid,nodev/)
      expect((await sh(world, spec, fill)).output).toContain('No space left on device')
      expect((await world.driver.usage([spec]))[0]!.data_disk_mb).toBeGreaterThan(900)
      expect((await stat(await imageOf())).size).toBe(2 ** 30)
      await world.driver.ensureAbsent(spec)
      expect(await readdir(data_disks_dir)).toEqual([])
    })

    it('grow with the next boot and keep what is on them', async () => {
      const spec = await specFor(world, 'a', { data_disk_gb: 1 })
      await running(world, spec)
      await sh(world, spec, 'echo kept >/workspace/file')
      await running(world, { ...spec, data_disk_gb: 2 })
      expect((await stat(await imageOf())).size).toBe(2 ** 30)
      await stopped(world, spec)
      await running(world, { ...spec, data_disk_gb: 2 })
      expect((await sh(world, spec, 'cat /workspace/file; df -m /workspace | tail -n 1')).output).toMatch(
        /^kept\n\S+ +(19|20)\d\d /,
      )
    })

    it('are opened again after a reboot, and no folder of the host ever stands in for them', async () => {
      const spec = await specFor(world, 'a', { data_disk_gb: 1 })
      await running(world, spec)
      await sh(world, spec, 'echo kept >/workspace/file')
      await stopped(world, spec)
      const mount = (await imageOf()).slice(0, -'.img'.length)
      await run('umount', [mount])
      expect(await readdir(mount)).toEqual([])
      await running(world, spec)
      expect((await sh(world, spec, 'cat /workspace/file')).output).toBe('kept\n')
    })

    it('are said to be lost when their file is, and come back empty only at the word of their owner', async () => {
      const spec = await specFor(world, 'a', { data_disk_gb: 1 })
      await running(world, spec)
      await sh(world, spec, 'echo kept >/workspace/file; echo kept >/root/file')
      await stopped(world, spec)
      const file = await imageOf()
      await run('umount', [file.slice(0, -'.img'.length)])
      await rm(file)
      expect(await world.driver.disks(spec)).toEqual({ system: true, data: false })
      const expects = { system: true, data: true }
      await expect(world.driver.ensureRunning({ ...spec, expects })).rejects.toMatchObject({
        code: 'DiskLost',
        left: { system: true, data: false },
      })
      expect(await readdir(data_disks_dir)).not.toContain(basename(file))
      await running(world, { ...spec, expects: { system: true, data: false } })
      expect((await sh(world, spec, 'cat /root/file; ls /workspace; df -m /workspace | tail -n 1')).output).toMatch(
        /^kept\n\S+ +9\d\d /,
      )
    })

    it('are copied into one of the same kind, which ends where the new one was sold', async () => {
      const from = await specFor(world, 'a', { data_disk_gb: 1 })
      await running(world, from)
      await sh(world, from, 'echo kept >/workspace/file')
      await stopped(world, from)
      const to = await specFor(world, 'b', { data_disk_gb: 1 })
      await world.driver.copyDataDisk(from, to, () => undefined)
      await running(world, to)
      expect((await sh(world, to, 'cat /workspace/file')).output).toBe('kept\n')
      expect((await sh(world, to, fill)).output).toContain('No space left on device')
    })

    it('leave the disks alone that were there before', async () => {
      const before = await dockerWorld({ installation_id: world.installation_id })
      const spec = await specFor(world, 'a', { data_disk_gb: 1 })
      await running(before, spec)
      await sh(before, spec, 'echo kept >/workspace/file')
      await stopped(before, spec)
      await before.driver.close()
      await running(world, spec)
      expect((await sh(world, spec, 'cat /workspace/file')).output).toBe('kept\n')
      expect(await readdir(data_disks_dir)).toEqual([])
    })
  }),
)

withDocker(() =>
  describe('docker: disks without an end', () => {
    it('are measured, system and data', async () => {
      const world = await dockerWorld()
      expect((await world.driver.capabilities()).disks).toEqual({ system: 'measured', data: 'measured' })
      const spec = await specFor(world, 'a')
      await running(world, spec)
      await sh(world, spec, 'dd if=/dev/zero of=/workspace/x bs=1M count=20; dd if=/dev/zero of=/root/x bs=1M count=10')
      let [sample] = await world.driver.usage([spec])
      while (sample!.data_disk_mb === null) [sample] = await world.driver.usage([spec])
      expect(sample!.data_disk_mb).toBeGreaterThanOrEqual(20)
      expect(sample!.sys_disk_mb).toBeGreaterThanOrEqual(10)
      await world.end()
    })
  }),
)

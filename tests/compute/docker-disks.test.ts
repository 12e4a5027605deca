import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeHosts } from '#tests/support/listed.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildTestInstanceSpec, execShellScript, startAndWait, stopAndWait } from './world.ts'

const run = promisify(execFile)

defineDockerCases(() =>
  describe('docker: data disks in files (DATA_DISKS_DIR)', () => {
    let world: DockerWorld
    let dataDisksDir: string
    beforeEach(async () => {
      dataDisksDir = await mkdtemp(join(tmpdir(), 'zhisuan-disks-'))
      world = await createDockerWorld({ data_disks_dir: dataDisksDir })
    })
    afterEach(async () => {
      for (const id of ['a', 'b']) await world.driver.ensureAbsent(await buildTestInstanceSpec(world, id))
      await world.end()
      await rm(dataDisksDir, { recursive: true })
    })
    const fill = 'dd if=/dev/zero of=/workspace/full bs=1M count=2000 2>&1'
    const imageOf = async () => join(dataDisksDir, (await readdir(dataDisksDir)).find((name) => name.endsWith('.img'))!)

    it('end where they were sold, are nosuid and nodev, and leave nothing behind', async () => {
      expect((await describeHosts(world.driver))[0]!.capabilities).toMatchObject({
        limits_system_disk: false,
        limits_data_disk: true,
      })
      const spec = await buildTestInstanceSpec(world, 'a', { data_disk_gb: 1 })
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'grep " /workspace " /proc/mounts')).output).toMatch(/nosuid,nodev/)
      expect((await execShellScript(world, spec, fill)).output).toContain('No space left on device')
      expect((await world.driver.usage([spec]))[0]!.data_disk_mb).toBeGreaterThan(900)
      expect((await stat(await imageOf())).size).toBe(2 ** 30)
      await world.driver.ensureAbsent(spec)
      expect(await readdir(dataDisksDir)).toEqual([])
    })

    it('grow with the next boot and keep what is on them', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { data_disk_gb: 1 })
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept >/workspace/file')
      await startAndWait(world, { ...spec, data_disk_gb: 2 })
      expect((await stat(await imageOf())).size).toBe(2 ** 30)
      await stopAndWait(world, spec)
      await startAndWait(world, { ...spec, data_disk_gb: 2 })
      expect((await execShellScript(world, spec, 'cat /workspace/file; df -m /workspace | tail -n 1')).output).toMatch(
        /^kept\n\S+ +(19|20)\d\d /,
      )
    })

    it('are opened again after a reboot, and no folder of the host ever stands in for them', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { data_disk_gb: 1 })
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept >/workspace/file')
      await stopAndWait(world, spec)
      const mount = (await imageOf()).slice(0, -'.img'.length)
      await run('umount', [mount])
      expect(await readdir(mount)).toEqual([])
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /workspace/file')).output).toBe('kept\n')
    })

    it('are said to be lost when their file is, and come back empty only at the word of their owner', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { data_disk_gb: 1 })
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept >/workspace/file; echo kept >/root/file')
      await stopAndWait(world, spec)
      const file = await imageOf()
      await run('umount', [file.slice(0, -'.img'.length)])
      await rm(file)
      expect(await world.driver.disks(spec)).toEqual({ system: true, data: false })
      const expects = { system: true, data: true }
      await expect(world.driver.ensureRunning({ ...spec, expects })).rejects.toMatchObject({
        code: 'DiskLost',
        left: { system: true, data: false },
      })
      expect(await readdir(dataDisksDir)).not.toContain(basename(file))
      await startAndWait(world, { ...spec, expects: { system: true, data: false } })
      expect((await execShellScript(world, spec, 'cat /root/file; ls /workspace; df -m /workspace | tail -n 1')).output).toMatch(
        /^kept\n\S+ +9\d\d /,
      )
    })

    it('are copied into one of the same kind, which ends where the new one was sold', async () => {
      const from = await buildTestInstanceSpec(world, 'a', { data_disk_gb: 1 })
      await startAndWait(world, from)
      await execShellScript(world, from, 'echo kept >/workspace/file')
      await stopAndWait(world, from)
      const to = await buildTestInstanceSpec(world, 'b', { data_disk_gb: 1 })
      await world.driver.copyDataDisk(from, to, () => undefined)
      await startAndWait(world, to)
      expect((await execShellScript(world, to, 'cat /workspace/file')).output).toBe('kept\n')
      expect((await execShellScript(world, to, fill)).output).toContain('No space left on device')
    })

    it('leave the disks alone that were there before', async () => {
      const before = await createDockerWorld({ installation_id: world.installation_id })
      const spec = await buildTestInstanceSpec(world, 'a', { data_disk_gb: 1 })
      await startAndWait(before, spec)
      await execShellScript(before, spec, 'echo kept >/workspace/file')
      await stopAndWait(before, spec)
      await before.driver.close()
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /workspace/file')).output).toBe('kept\n')
      expect(await readdir(dataDisksDir)).toEqual([])
    })
  }),
)

defineDockerCases(() =>
  describe('docker: disks without an end', () => {
    it('are measured, system and data', async () => {
      const world = await createDockerWorld()
      expect((await describeHosts(world.driver))[0]!.capabilities).toMatchObject({
        limits_system_disk: false,
        limits_data_disk: false,
      })
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(
        world,
        spec,
        'dd if=/dev/zero of=/workspace/x bs=1M count=20; dd if=/dev/zero of=/root/x bs=1M count=10',
      )
      let [sample] = await world.driver.usage([spec])
      while (sample!.data_disk_mb === null) [sample] = await world.driver.usage([spec])
      expect(sample!.data_disk_mb).toBeGreaterThanOrEqual(20)
      expect(sample!.sys_disk_mb).toBeGreaterThanOrEqual(10)
      await world.end()
    })
  }),
)

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatKeptDiskImage } from '#server/adapters/compute.docker/names.ts'
import { listObjects } from '#tests/support/listed.ts'
import { createImageVariant } from './docker-images.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  type execCommand,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from './world.ts'

const inspectOnly = async (world: DockerWorld) => {
  const filters = { label: [`zhisuan.installation=${world.installation_id}`] }
  const [summary] = await world.docker.listContainers({ all: true, filters })
  return world.docker.getContainer(summary!.Id).inspect()
}
const statusOf = async (world: DriverWorld, spec: Parameters<typeof execCommand>[1]) =>
  (await execShellScript(world, spec, 'cat /proc/self/status')).output

defineDockerCases(() =>
  describe('docker: what an instance is given', () => {
    let world: DockerWorld
    beforeEach(async () => {
      world = await createDockerWorld()
    })
    afterEach(() => world.end())

    it('sets each label of ours itself, whatever the image carries', async () => {
      const stolen = {
        'zhisuan.installation': world.installation_id,
        'zhisuan.id': 'victim',
        'zhisuan.gpus': 'GPU-x',
        'zhisuan.generation': '9',
      }
      const image = await createImageVariant(world, { Labels: stolen })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await startAndWait(world, spec)
      const { Labels } = (await inspectOnly(world)).Config
      expect(Labels).toMatchObject({ 'zhisuan.id': 'a', 'zhisuan.generation': '1', 'zhisuan.gpus': '' })
      expect((await listObjects(world.driver)).map(({ ref }) => ref.id)).toEqual(['a'])
      expect((await world.driver.observe({ ...spec, id: 'victim', generation: 9 })).phase).toBe('absent')
    })

    it('lets no image name libraries for the engine’s own programs, or cards for itself', async () => {
      const image = await createImageVariant(world, {
        Env: [
          'LD_PRELOAD=/evil.so',
          'LD_AUDIT=/evil.so',
          'NVIDIA_VISIBLE_DEVICES=all',
          'LD_LIBRARY_PATH=/usr/local/cuda',
          'KEPT=1',
        ],
      })
      const spec = await buildTestInstanceSpec(world, 'a', { image })
      await startAndWait(world, spec)
      const { Env } = (await inspectOnly(world)).Config
      expect(Env).toContain('NVIDIA_VISIBLE_DEVICES=void')
      expect(Env).toContain('KEPT=1')
      expect(Env).toContain('LD_LIBRARY_PATH=/usr/local/cuda')
      expect(Env.filter((entry) => /^LD_(PRELOAD|AUDIT)=./.test(entry))).toEqual([])
      await stopAndWait(world, spec)
      await startAndWait(world, { ...spec, memory_mb: 128 })
      expect((await inspectOnly(world)).Config.Env.filter((entry) => /^(NVIDIA|LD_PRELOAD)\w*=./.test(entry))).toEqual([
        'NVIDIA_VISIBLE_DEVICES=void',
      ])
    })

    it('drops privileges to what sshd and apt need', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const status = await statusOf(world, spec)
      expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
      const bounding = BigInt(`0x${/^CapBnd:\s+(\w+)$/m.exec(status)![1]}`)
      const bits = Array.from({ length: 41 }, (_, bit) => bit).filter((bit) => (bounding >> BigInt(bit)) & 1n)
      expect(bits).toEqual([0, 1, 3, 4, 5, 6, 7, 10, 18, 29]) // numbers of linux/capability.h
      const { HostConfig } = await inspectOnly(world)
      expect(HostConfig.Privileged).toBe(false)
      expect(HostConfig.Init).toBe(true)
    })

    it('limits processor, memory without swap, and processes', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { cpu: 0.25, memory_mb: 96 })
      await startAndWait(world, spec)
      const { HostConfig } = await inspectOnly(world)
      expect(HostConfig).toMatchObject({ NanoCpus: 250_000_000, Memory: 96 * 2 ** 20, MemorySwap: 96 * 2 ** 20, PidsLimit: 4096 })
      const eat = `head -c 200m /dev/zero | tail -c 200m >/dev/null; echo $?`
      expect((await execShellScript(world, spec, eat)).output.trim()).not.toBe('0')
      expect((await world.driver.observe(spec)).phase).toBe('running')
    })

    it('shows as many cores inside as were sold, each its own while there are enough', async () => {
      const [a, b] = [await buildTestInstanceSpec(world, 'a', { cpu: 1 }), await buildTestInstanceSpec(world, 'b', { cpu: 0.5 })]
      for (const spec of [a, b]) await startAndWait(world, spec)
      for (const spec of [a, b]) expect((await execShellScript(world, spec, 'nproc')).output).toBe('1\n')
      const cores = async (spec: typeof a) =>
        (await execShellScript(world, spec, 'grep Cpus_allowed_list /proc/self/status')).output
      if (((await world.docker.info()) as { NCPU: number }).NCPU > 1) expect(await cores(a)).not.toBe(await cores(b))
      await stopAndWait(world, a)
      await startAndWait(world, { ...a, cpu: 1.5 })
      expect((await execShellScript(world, a, 'nproc')).output).toBe(
        `${Math.min(2, ((await world.docker.info()) as { NCPU: number }).NCPU)}\n`,
      )
    })

    it('keeps keys out of the engine’s records', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { authorized_keys: ['ssh-ed25519 AAAAsecret me'] })
      await startAndWait(world, spec)
      expect(JSON.stringify(await inspectOnly(world))).not.toContain('AAAAsecret')
      expect((await execShellScript(world, spec, 'stat -c %a /root/.ssh /root/.ssh/authorized_keys')).output).toBe('700\n600\n')
    })

    it('lets instances not reach each other', async ({ skip }) => {
      const { Components } = await world.docker.version()
      if (Components?.some(({ Name }) => Name.startsWith('Podman'))) skip('Podman cannot close a bridge to its own members')
      const [a, b] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world, id)))
      await startAndWait(world, a!)
      await startAndWait(world, b!)
      const address = (await execShellScript(world, a!, 'hostname -i')).output.trim()
      await execShellScript(world, a!, 'nc -l -p 6006 -e echo hello >/dev/null 2>&1 &')
      expect((await execShellScript(world, a!, `nc -w 2 ${address} 6006 </dev/null`)).output).toContain('hello')
      await execShellScript(world, a!, 'nc -l -p 6006 -e echo hello >/dev/null 2>&1 &')
      expect((await execShellScript(world, b!, `nc -w 2 ${address} 6006 </dev/null`)).output).not.toContain('hello')
    })

    it('sees and touches nothing of another installation', async () => {
      const other = await createDockerWorld()
      const spec = await buildTestInstanceSpec(other, 'a')
      await startAndWait(other, spec)
      await execShellScript(other, spec, 'echo kept > /workspace/file')
      expect(await listObjects(world.driver)).toEqual([])
      await world.driver.ensureAbsent({ ...spec, installation_id: world.installation_id })
      expect(await getDriverErrorCode(world.driver.ensureAbsent(spec))).toBe('InvalidSpec')
      expect((await execShellScript(other, spec, 'cat /workspace/file')).output).toBe('kept\n')
      await other.end()
    })

    it('keeps the data disk of an instance when it is asked to, or when something newer of it is there', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept > /workspace/file')
      await world.driver.ensureAbsent(spec, { keep_data_disk: true })
      expect(await world.driver.findDataDisk(spec)).toEqual({ name: `${world.installation_id}.a.workspace`, size_mb: null })
      const newer = { ...spec, generation: 2 }
      await startAndWait(world, newer)
      await world.driver.ensureAbsent(spec)
      expect((await execShellScript(world, newer, 'cat /workspace/file')).output).toBe('kept\n')
      // Of the newer one there is only the system disk that was kept while its container is made anew.
      const [container] = await world.docker.listContainers({
        filters: { label: [`zhisuan.installation=${world.installation_id}`] },
      })
      const [repo, tag] = formatKeptDiskImage(newer).split(':')
      await world.docker.getContainer(container!.Id).commit({ repo, tag })
      await world.docker.getContainer(container!.Id).remove({ force: true })
      await world.driver.ensureAbsent(spec)
      await startAndWait(world, newer)
      expect((await execShellScript(world, newer, 'cat /workspace/file')).output).toBe('kept\n')
      await world.driver.ensureAbsent(newer)
      expect(await world.driver.findDataDisk(spec)).toBeUndefined()
    })

    it('keeps one note of whose servers work here: of two with one number the first, and none but the newest', async () => {
      const { notes } = world.driver
      expect(await notes!.newest()).toBeUndefined()
      const first = { sequence: 1, token: 'a', free: false }
      expect(await notes!.leave(first)).toMatchObject(first)
      expect(await notes!.leave({ ...first, token: 'b' })).toMatchObject(first)
      const second = { sequence: 2, token: 'c', free: true }
      expect(await notes!.leave(second)).toMatchObject(second)
      expect(await notes!.newest()).toMatchObject(second)
      expect(await notes!.leave(first)).toMatchObject(second)
      const filters = { label: [`zhisuan.installation=${world.installation_id}`] }
      expect((await world.docker.listVolumes({ filters })).Volumes).toHaveLength(1)
    })

    it('leaves no container, volume or image behind', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      const imageIds = async () => (await world.docker.listImages({ all: true })).map(({ Id }) => Id).sort()
      const images = await imageIds()
      for (const cpu of [0.1, 0.2, 0.3, 0.2]) {
        await startAndWait(world, { ...spec, cpu })
        await execShellScript(world, spec, `echo ${cpu} >> /root/boots`)
        await stopAndWait(world, spec)
      }
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /root/boots')).output).toBe('0.1\n0.2\n0.3\n0.2\n')
      await world.driver.ensureAbsent(spec)
      const filters = { label: [`zhisuan.installation=${world.installation_id}`] }
      expect(await world.docker.listContainers({ all: true, filters })).toEqual([])
      expect((await world.docker.listVolumes({ filters })).Volumes ?? []).toEqual([])
      expect(await imageIds()).toEqual(images)
    })
  }),
)

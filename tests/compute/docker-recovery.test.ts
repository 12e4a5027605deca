import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildContainerPlan } from '#server/adapters/compute.docker/container-plan.ts'
import { saveSystemDisk } from '#server/adapters/compute.docker/container-rebuild.ts'
import { ContainerStore } from '#server/adapters/compute.docker/containers.ts'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import { DockerEngine } from '#server/adapters/compute.docker/engine.ts'
import { GpuCheck } from '#server/adapters/compute.docker/gpu-check.ts'
import { formatKeptDiskImage } from '#server/adapters/compute.docker/names.ts'
import type { PullProgress } from '#server/ports/image-pull.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { startTestRegistry } from './registry.ts'
import { buildTestInstanceSpec, execShellScript, startAndWait, stopAndWait, waitForPhase } from './world.ts'

defineDockerCases(() =>
  describe('docker: after something went wrong in between', () => {
    let world: DockerWorld
    beforeEach(async () => {
      world = await createDockerWorld()
    })
    afterEach(() => world.end())

    const containerOf = async (id: string) => {
      const filters = { label: [`zhisuan.installation=${world.installation_id}`, `zhisuan.id=${id}`] }
      const [summary] = await world.docker.listContainers({ all: true, filters })
      return world.docker.getContainer(summary!.Id)
    }

    it('makes one object when two servers ask at once', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      const second = createDockerDriver(world.options)
      await Promise.all([world.driver, second].map((driver) => driver.ensureRunning(spec).catch(() => undefined)))
      await startAndWait(world, spec)
      expect(await listObjects(second)).toHaveLength(1)
      await second.close()
    })

    it('adopts a container that was created but never started', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await (await containerOf('a')).remove({ force: true })
      const origin = { image: world.image, env: [], command: { Cmd: ['sleep', '1000'] } }
      await world.docker.createContainer(
        buildContainerPlan(spec, origin, { cards: [], support: { runtimes: [], files: [] }, disk_quota: false }),
      )
      expect((await world.driver.observe(spec)).phase).toBe('creating')
      await startAndWait(world, spec)
      expect(await listObjects(world.driver)).toHaveLength(1)
    })

    it('finishes a stop that was only noted, then starts', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const container = await containerOf('a')
      await container.rename({ name: `${world.installation_id}.a.g1.off` })
      expect((await world.driver.observe(spec)).phase).toBe('stopping')
      await startAndWait(world, spec)
      expect((await container.inspect()).Name).toBe(`/${world.installation_id}.a.g1`)
    })

    it('starts from the kept system disk when the old container went before the new one came', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept > /root/file')
      await stopAndWait(world, spec)
      await startAndWait(world, { ...spec, cpu: 0.2 })
      await (await containerOf('a')).remove({ force: true })
      expect((await world.driver.observe(spec)).phase).toBe('absent')
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /root/file')).output).toBe('kept\n')
    })

    it('puts a system disk of too many layers on one', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo kept > /root/file')
      await stopAndWait(world, spec)
      const engine = new DockerEngine(world.options.access, 30_000)
      const [container] = await new ContainerStore(engine, world.installation_id).find('a')
      await saveSystemDisk(engine, container!, { layers_allowed: 1 })
      expect((await world.docker.getImage(formatKeptDiskImage(spec)).inspect()).RootFS.Layers).toHaveLength(1)
      await (await containerOf('a')).remove({ force: true })
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /root/file')).output).toBe('kept\n')
    })

    it('takes a removal by hand for absent, and makes it anew on the same data disk', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo data > /workspace/file')
      await (await containerOf('a')).remove({ force: true })
      expect((await world.driver.observe(spec)).phase).toBe('absent')
      await startAndWait(world, spec)
      expect((await execShellScript(world, spec, 'cat /workspace/file')).output).toBe('data\n')
    })

    it('pulls an image and reports its progress', async () => {
      const registry = await startTestRegistry()
      const image = `${registry.address}/zhisuan/tiny:1`
      const heard: number[] = []
      await world.driver.ensureImage('host-1', image, ({ percent }) => heard.push(percent))
      expect(heard.at(-1)).toBe(100)
      expect((await world.docker.getImage(image).inspect()).Config.Labels).toMatchObject({ other: 'label' })
      await world.docker.getImage(image).remove()
      await registry.close()
    })

    it('says how much of an image there is while it comes', async () => {
      const registry = await startTestRegistry()
      const image = `${registry.address}/zhisuan/slow:1`
      const heard: PullProgress[] = []
      await world.driver.ensureImage('host-1', image, (progress) => heard.push(progress))
      const percents = heard.map(({ percent }) => percent)
      expect(new Set(percents).size).toBeGreaterThanOrEqual(5)
      expect(percents).toEqual([...percents].sort((a, b) => a - b))
      const whole = heard.at(-1)!
      expect(whole).toMatchObject({ percent: 100, done_bytes: whole.total_bytes })
      expect(whole.total_bytes).toBeGreaterThan(8 * 2 ** 20)
      expect(
        heard.some(
          ({ done_bytes: doneBytes, total_bytes: totalBytes }) => totalBytes === whole.total_bytes && doneBytes! < totalBytes!,
        ),
      ).toBe(true)
      await world.docker.getImage(image).remove()
      await registry.close()
    })

    it('pulls what a registry only gives to us, and says of a wrong password that we may not', async () => {
      const registry = await startTestRegistry({ closed: true })
      const { address, user: username, password } = registry
      const image = `${address}/zhisuan/tiny:1`
      const as = (auth?: { username: string; password: string }) =>
        createDockerDriver({
          ...world.options,
          ...(auth && { registry_auths: new Map([[address, { ...auth, serveraddress: address }]]) }),
        })
      for (const stranger of [as(), as({ username, password: 'wrong' })]) {
        await expect(stranger.ensureImage('host-1', image, () => undefined)).rejects.toMatchObject({ fault: 'not_allowed' })
        await stranger.close()
      }
      const known = as({ username, password })
      await known.ensureImage('host-1', image, () => undefined)
      await known.close()
      await world.docker.getImage(image).remove()
      await registry.close()
    })

    it('says of a registry that nobody answers for that it cannot be reached', async () => {
      const registry = await startTestRegistry()
      await registry.close()
      const image = `${registry.address}/zhisuan/tiny:1`
      await expect(world.driver.ensureImage('host-1', image, () => undefined)).rejects.toMatchObject({
        fault: 'unreachable',
        retryable: true,
      })
    })

    it('shows an instance as pulling, and forgets the pull when it is stopped', async () => {
      const registry = await startTestRegistry()
      const spec = await buildTestInstanceSpec(world, 'a', { image: `${registry.address}/zhisuan/hanging:1` })
      expect((await world.driver.ensureRunning(spec)).phase).toBe('pulling')
      expect((await world.driver.ensureRunning(spec)).phase).toBe('pulling')
      expect((await listObjects(world.driver)).map(({ phase }) => phase)).toEqual(['pulling'])
      expect((await world.driver.ensureStopped(spec, { grace_seconds: 1 })).phase).toBe('absent')
      expect(await listObjects(world.driver)).toEqual([])
      await registry.close()
    })

    it('goes on by itself once the image is there', async () => {
      const registry = await startTestRegistry()
      const spec = await buildTestInstanceSpec(world, 'a', { image: `${registry.address}/zhisuan/tiny:1` })
      await world.driver.ensureRunning(spec)
      const seen = await waitForPhase(world, spec, 'failed') // the image has no shell to keep it up
      expect(seen.exit_code).toBeGreaterThan(0)
      await world.driver.ensureAbsent(spec)
      await world.docker.getImage(spec.image).remove()
      await registry.close()
    })

    it('finds out whether an instance sees its cards, once for each start', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { gpu_uuids: [(await describeHosts(world.driver))[0]!.gpus[0]!.uuid] })
      await startAndWait(world, spec)
      const engine = new DockerEngine(world.options.access, 30_000)
      const containers = new ContainerStore(engine, world.installation_id)
      const none = { use_percent: null, vram_mb: null, temperature_c: null, power_w: null }
      const card = { uuid: spec.gpu_uuids[0]!, vendor: 'nvidia' as const, model: 'H800', ...none }
      const facts = { cards: async () => [card] }
      const missing = async () => {
        const check = new GpuCheck(engine, world.options.clock, facts)
        const [container] = await containers.find('a')
        return [await check.isMissing(container!), await check.isMissing(container!)]
      }
      expect(await missing()).toEqual([true, true])
      await execShellScript(
        world,
        spec,
        `printf '#!/bin/sh\necho "GPU 0: X (UUID: ${spec.gpu_uuids[0]})"\n' > /bin/nvidia-smi; chmod +x /bin/nvidia-smi`,
      )
      expect(await missing()).toEqual([false, false])
    })

    it('measures processor use from two readings of its own', async () => {
      const [busy, idle] = await Promise.all(['a', 'b'].map((id) => buildTestInstanceSpec(world, id)))
      await startAndWait(world, busy!)
      await startAndWait(world, idle!)
      await execShellScript(world, busy!, 'while :; do :; done >/dev/null 2>&1 &')
      const samples = await world.driver.usage([busy!, idle!])
      const of = (id: string) => samples.find((sample) => sample.id === id)!.cpu_percent
      expect(of('a')).toBeGreaterThan(of('b') + 20)
    })

    it('counts what an instance moved over its network and disks', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const [before] = await world.driver.usage([spec])
      await execShellScript(world, spec, 'dd if=/dev/zero of=/workspace/file bs=1M count=4 conv=fsync; sync')
      await execShellScript(world, spec, world.serve(80, '/workspace'))
      const stream = await world.driver.dial(spec, 80)
      stream.write('GET /file HTTP/1.0\r\n\r\n')
      expect((await buffer(stream)).length).toBeGreaterThan(4 * 2 ** 20)
      const [after] = await world.driver.usage([spec])
      if (after!.disk_write_bytes !== null) {
        expect(after!.disk_write_bytes - (before!.disk_write_bytes ?? 0)).toBeGreaterThanOrEqual(4 * 2 ** 20)
      }
      expect(after!.net_tx_bytes! - before!.net_tx_bytes!).toBeGreaterThan(4 * 2 ** 20)
      expect(after!.net_rx_bytes!).toBeGreaterThan(before!.net_rx_bytes!)
    })
  }),
)

import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { describeHosts } from '#tests/support/listed.ts'
import { createImageVariant } from './docker-images.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { buildTestInstanceSpec, execShellScript, startAndWait, stopAndWait } from './world.ts'

const key = 'ssh-ed25519 AAAAnobodyelse me'
const ignore = () => undefined

defineDockerCases(() =>
  describe('docker: what a snapshot is', () => {
    let world: DockerWorld
    let target: string
    beforeEach(async () => {
      world = await createDockerWorld()
      target = `saved/${world.installation_id}:1`
    })
    afterEach(() => world.end())

    const everything = async () => {
      const images = await world.docker.listImages({ all: true })
      const containers = await world.docker.listContainers({ all: true })
      // those of other tests, which look at the host, come and go
      const own = containers.filter(
        ({ Names: [name = ''] }) => /passing/.test(name) || name.includes(`/${world.installation_id}.`),
      )
      return [...images, ...own].map(({ Id }) => Id).sort()
    }

    it('carries no label, variable, key or typed line of its instance, in any layer', async () => {
      const image = await createImageVariant(world, {
        Env: ['KEPT=1', 'NVIDIA_VISIBLE_DEVICES=all'],
        Labels: { 'zhisuan.id': 'x', other: 'label' },
      })
      const gpuUuids = [(await describeHosts(world.driver))[0]!.gpus[0]!.uuid]
      const spec = await buildTestInstanceSpec(world, 'a', { image, gpu_uuids: gpuUuids, authorized_keys: [key] })
      await startAndWait(world, spec)
      await execShellScript(
        world,
        spec,
        'echo typed-secret > /root/.ash_history; ln /root/.ash_history /root/link; echo kept > /root/file',
      )
      await stopAndWait(world, spec)
      await startAndWait(world, { ...spec, memory_mb: 96 }) // lies in two layers from now on
      await world.driver.snapshot(spec, target, ignore)
      const { Config, RootFS } = await world.docker.getImage(target).inspect()
      expect(Object.keys(Config.Labels)).toEqual(['zhisuan.snapshot'])
      expect(Config.Env).toContain('KEPT=1')
      expect(JSON.stringify(Config)).not.toMatch(/NVIDIA|GPU-|AAAA|test-/)
      expect(RootFS.Layers?.length).toBeLessThanOrEqual(2) // the files, and an empty one with the configuration
      const layers = await text(Readable.from(await world.docker.getImage(target).get()))
      expect(layers).toContain('kept\n')
      expect(layers).not.toMatch(/AAAAnobodyelse|typed-secret/)
      const copy = await buildTestInstanceSpec(world, 'b', { image: target })
      await startAndWait(world, copy)
      expect((await execShellScript(world, copy, 'env; ls -a /root /root/.ssh; cat /root/file')).output).toMatch(
        /KEPT=1[\s\S]*\nkept\n$/,
      )
      expect((await execShellScript(world, copy, 'ls /root/.ash_history /root/link')).code).not.toBe(0)
    })

    it('is made anew when a server was killed on the way, and leaves nothing of that behind', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const before = await everything()
      const hash = createHash('sha256').update(target).digest('hex').slice(0, 24)
      for (const step of ['whole', 'files']) {
        const left = await world.docker.createContainer({
          name: `zhisuan-passing.${hash}.${step}`,
          Image: world.image,
          Cmd: ['sh'],
        })
        await left.commit({ repo: `zhisuan-passing/${hash}`, tag: step })
      }
      await world.driver.snapshot(spec, target, ignore)
      expect(await everything()).toHaveLength(before.length + 2) // an image and the layer below it
      await world.driver.removeImage(target)
      expect(await everything()).toEqual(before)
    })

    it('is gone for good once nothing runs from it', async () => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      const before = await everything()
      await world.driver.snapshot(spec, target, ignore)
      const copy = await buildTestInstanceSpec(world, 'b', { image: target })
      await startAndWait(world, copy)
      await world.driver.removeImage(target)
      await stopAndWait(world, copy)
      await startAndWait(world, { ...copy, memory_mb: 96 })
      await world.driver.ensureAbsent(copy)
      expect(await everything()).toEqual(before)
    })

    it('copied to another name carries nothing more, and is gone when both names are', async () => {
      const spec = await buildTestInstanceSpec(world, 'a', { authorized_keys: [key] })
      await startAndWait(world, spec)
      await execShellScript(world, spec, 'echo typed-secret > /root/.ash_history; echo kept > /root/file')
      const before = await everything()
      await world.driver.snapshot(spec, target, ignore)
      const copy = `${target}-copy`
      await world.driver.copyImage(target, copy)
      await world.driver.removeImage(target)
      const { Config } = await world.docker.getImage(copy).inspect()
      expect(Object.keys(Config.Labels)).toEqual(['zhisuan.snapshot'])
      const layers = await text(Readable.from(await world.docker.getImage(copy).get()))
      expect(layers).toContain('kept\n')
      expect(layers).not.toMatch(/AAAAnobodyelse|typed-secret/)
      await world.driver.removeImage(copy)
      expect(await everything()).toEqual(before)
    })

    it('leaves no note of a copied data disk behind, whole or half', async () => {
      const [from, to] = [await buildTestInstanceSpec(world, 'a'), await buildTestInstanceSpec(world, 'b')]
      await startAndWait(world, from)
      await stopAndWait(world, from)
      const volumes = async () => {
        const filters = { label: [`zhisuan.installation=${world.installation_id}`] }
        return ((await world.docker.listVolumes({ filters })).Volumes ?? []).map(({ Name }) => Name).sort()
      }
      const name = (id: string) => `${world.installation_id}.${id}.workspace`
      const Labels = { 'zhisuan.installation': world.installation_id, 'zhisuan.id': 'b' }
      for (const Name of [name('b'), `${name('b')}.copying`]) await world.docker.createVolume({ Name, Labels })
      await expect(world.driver.ensureRunning(to)).rejects.toMatchObject({ code: 'Conflict' })
      await world.driver.copyDataDisk(from, to, ignore)
      expect(await volumes()).toEqual([name('a'), name('b')])
      await world.docker.createVolume({ Name: `${name('b')}.copying`, Labels })
      await world.driver.ensureAbsent(to)
      expect(await volumes()).toEqual([name('a')])
    })
  }),
)

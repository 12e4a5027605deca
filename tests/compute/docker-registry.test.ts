import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { createDockerWorld, type DockerWorld, defineDockerCases } from './docker-world.ts'
import { type RealRegistry, startRealRegistry } from './real-registry.ts'
import { buildTestInstanceSpec, execShellScript, getDriverErrorCode, startAndWait, waitForPhase } from './world.ts'

const ignore = () => undefined

defineDockerCases(() =>
  describe('docker: a registry is the home of saved images', () => {
    let home: RealRegistry
    let world: DockerWorld
    /** Installations return, and the registry keeps what they had. */
    let round = 0
    beforeAll(async () => {
      home = await startRealRegistry()
    })
    afterAll(() => home.close())
    beforeEach(async () => {
      round += 1
      world = await createDockerWorld(known())
    })
    afterEach(() => world.end())

    const known = () => ({
      registry: new SavedImageRegistry(home.url, home.login),
      registry_auths: new Map([[home.url.host, { ...home.login, serveraddress: home.url.host }]]),
    })
    const name = (kind: string, tag = '1') => `zhisuan/${kind}-${world.installation_id}-${round}:${tag}`
    const tagsOf = (kind: string) => home.listTags(`team/zhisuan/${kind}-${world.installation_id}-${round}`)
    /** As on a host that has never had it. */
    const forget = async (image: string) => {
      await world.docker.getImage(image).remove()
      await expect(world.docker.getImage(image).inspect()).rejects.toMatchObject({ statusCode: 404 })
    }
    const saveOne = async (content: string, target = name('saved')) => {
      const spec = await buildTestInstanceSpec(world, 'a')
      await startAndWait(world, spec)
      await execShellScript(world, spec, `echo ${content} > /root/file`)
      const heard: number[] = []
      const saved = await world.driver.snapshot(spec, target, (percent) => heard.push(percent))
      return { spec, heard, ...saved }
    }
    const readFrom = async (image: string, id = 'b') => {
      const spec = await buildTestInstanceSpec(world, id, { image })
      await startAndWait(world, spec)
      return (await execShellScript(world, spec, 'cat /root/file')).output
    }

    it('what is saved is there, and boots where it has never been; only the platform knows its name there', async () => {
      const { heard } = await saveOne('kept')
      expect(heard).toEqual([...heard].sort((a, b) => a - b))
      expect(heard.at(-1)).toBe(100)
      expect(await tagsOf('saved')).toEqual(['1'])
      await forget(name('saved'))
      expect(await readFrom(name('saved'))).toBe('kept\n')
      const tags = (await world.docker.listImages()).flatMap(({ RepoTags }) => RepoTags ?? [])
      expect(tags.filter((tag) => tag.startsWith(home.url.host))).toEqual([])
    })

    it('says of its hosts that they share images, and others do not', async () => {
      expect((await describeHosts(world.driver))[0]!.capabilities.shares_images).toBe(true)
      const alone = await createDockerWorld()
      expect((await describeHosts(alone.driver))[0]!.capabilities.shares_images).toBe(false)
      expect(await getDriverErrorCode(alone.driver.shareImage('any', name('saved')))).toBe('Unsupported')
      await alone.end()
    })

    it('a repeated save of a server that was killed after the push makes no second one', async () => {
      const { spec, size_mb: sizeMb } = await saveOne('first')
      await forget(name('saved'))
      await execShellScript(world, spec, 'echo second > /root/file')
      expect(await world.driver.snapshot(spec, name('saved'), ignore)).toEqual({ size_mb: sizeMb })
      expect(await readFrom(name('saved'))).toBe('first\n')
      const other = await buildTestInstanceSpec(world, 'b')
      expect(await getDriverErrorCode(world.driver.snapshot(other, name('saved'), ignore))).toBe('InvalidSpec')
    })

    it('copies outlive their source and one another, and boot where none of them has been', async () => {
      await saveOne('kept')
      for (const tag of ['x', 'y', 'x']) await world.driver.copyImage(name('saved'), name('community', tag))
      expect((await tagsOf('community')).sort()).toEqual(['x', 'y'])
      await world.driver.removeImage(name('saved'))
      await world.driver.removeImage(name('community', 'x'))
      expect([await tagsOf('saved'), await tagsOf('community')]).toEqual([[], ['y']])
      expect(await readFrom(name('community', 'y'))).toBe('kept\n')
      await world.driver.copyImage(name('community', 'y'), name('saved', '2'))
      expect(await tagsOf('saved')).toEqual(['2'])
    })

    it('what is removed is gone for every host; removing it again does no harm', async () => {
      await saveOne('kept')
      for (const _ of [1, 2]) await world.driver.removeImage(name('saved'))
      expect(await tagsOf('saved')).toEqual([])
      const late = await buildTestInstanceSpec(world, 'c', { image: name('saved') })
      await world.driver.ensureRunning(late)
      expect((await waitForPhase(world, late, 'failed')).reason).toBe('ImageNotFound')
    })

    it('what a host saved before it had a registry is brought there when asked for, or copied', async () => {
      const shared = world
      world = await createDockerWorld()
      await saveOne('old')
      const { spec } = await saveOne('old', name('saved', '0'))
      const later = createDockerDriver({ ...world.options, ...known() })
      for (const _ of [1, 2]) await later.shareImage(spec.host, name('saved'))
      await later.copyImage(name('saved', '0'), name('community'))
      expect([(await tagsOf('saved')).sort(), await tagsOf('community')]).toEqual([['0', '1'], ['1']])
      expect(await getDriverErrorCode(later.shareImage(spec.host, name('saved', 'never')))).toBe('ImageNotFound')
      expect(await getDriverErrorCode(later.shareImage(spec.host, world.image))).toBe('InvalidSpec')
      await later.close()
      await shared.end()
    })

    it('a registry that is not there costs nothing but its own images, and keeps no half of one', async () => {
      const gone = new SavedImageRegistry(new URL('http://127.0.0.1:9'), home.login)
      const alone = await createDockerWorld({ registry: gone })
      const spec = await buildTestInstanceSpec(alone, 'a')
      await startAndWait(alone, spec)
      expect(await getDriverErrorCode(alone.driver.snapshot(spec, name('lost'), ignore))).toMatch(
        /DriverUnavailable|ImagePullFailed/,
      )
      expect(await getDriverErrorCode(alone.driver.removeImage(name('lost')))).toBe('DriverUnavailable')
      expect((await alone.driver.observe(spec)).phase).toBe('running')
      await alone.end()
    })

    it('removes nothing there that was not saved', async () => {
      await home.push(world.docker, world.image, `team/zhisuan/catalogue-${world.installation_id}-${round}:1`)
      expect(await getDriverErrorCode(world.driver.removeImage(name('catalogue')))).toBe('InvalidSpec')
      expect(await getDriverErrorCode(world.driver.copyImage(name('catalogue'), name('community')))).toBe('InvalidSpec')
      expect(await tagsOf('catalogue')).toEqual(['1'])
    })
  }),
)

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KubernetesDriver } from '#server/adapters/compute.kubernetes/kubernetes-driver.ts'
import { buildSelector } from '#server/adapters/compute.kubernetes/names.ts'
import type { VolumeClaim } from '#server/adapters/compute.kubernetes/objects.ts'
import { ImageSources } from '#server/adapters/oci-registry/image-sources.ts'
import { findImage } from '#server/adapters/oci-registry/manifests.ts'
import { RegistryClient } from '#server/adapters/oci-registry/registry-client.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts } from '#tests/support/listed.ts'
import { waitUntil } from '#tests/support/until.ts'
import { importTestImage } from '../../scripts/docker-engine/test-image.ts'
import { createDockerWorld, defineDockerCases } from './docker-world.ts'
import { clusterObstacle } from './kubelet/ground.ts'
import { createKubernetesGround, type KubernetesGround, type KubernetesWorld } from './kubernetes-world.ts'
import { type RealRegistry, startRealRegistry } from './real-registry.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from './world.ts'

const ignore = () => undefined
/** Of what the test image has: programs that small images have from busybox. */
const gnuPrograms = ['find', 'stat', 'sort', 'tar', 'head', 'xargs'].map((name) => `/usr/bin/${name}`)

defineDockerCases(
  () =>
    describe('kubernetes: what a saved image is', () => {
      let ground: KubernetesGround
      let home: RealRegistry
      let world: KubernetesWorld
      beforeAll(async () => {
        ground = await createKubernetesGround({ saves: true })
        home = ground.home!
      })
      afterAll(() => ground?.end())
      beforeEach(async () => {
        world = await ground.createWorld()
      })
      afterEach(() => world.end())

      const name = (tag = '1') => `zhisuan/saved-${world.installation_id}:${tag}`
      const run = (spec: InstanceSpec, script: string) => execShellScript(world, spec, script)
      const start = async (id: string, changes: Partial<InstanceSpec> = {}, of: DriverWorld = world) => {
        const spec = await buildTestInstanceSpec(of, id, changes)
        await startAndWait(of, spec)
        return spec
      }
      const find = async (image: string) => {
        const [repository = '', tag = ''] = image.split(':')
        return (await findImage(new RegistryClient(home.url, home.login), `team/${repository}`, tag))!
      }
      it.each([
        ['busybox', []],
        ['GNU', gnuPrograms],
      ])(
        'has what was changed, and nothing of what was deleted, on the layers of its image (programs of %s)',
        async (kind, programs) => {
          const image = `zhisuan/tools-${kind.toLowerCase()}:1`
          await importTestImage(ground.ground.docker, image, programs)
          await home.push(ground.ground.docker, image, `team/${image}`)
          const spec = await start('a', { image })
          const changes = [
            'rm -r /var/log; rm /etc/group; rm /bin/vi; ln -s busybox /bin/vi2',
            'touch -r /etc/passwd /tmp/then; sed -i s/sshd/dhss/ /etc/passwd; touch -r /tmp/then /etc/passwd; rm /tmp/then',
            'mkdir -p "/opt-x" /root/项目/a; echo kept > "/root/项目/a/a  file"; printf kept > "/root/a\nb"; chmod 600 /root/项目/a/*',
            'echo one > /root/one; ln /root/one /root/two; mknod /root/fifo p; chown 1000:2000 /root/one',
            'echo typed > /root/.ash_history; ln /root/.ash_history /root/.a-link; echo host > /etc/ssh_none; mkdir -p /etc/ssh; echo host > /etc/ssh/ssh_host_rsa_key',
            'echo gone > /root/.wh.one',
          ]
          for (const change of changes) expect(await run(spec, change)).toEqual({ output: '', code: 0 })
          const { size_mb: sizeMb } = await world.driver.snapshot(spec, name(), ignore)
          const [saved, base] = [await find(name()), await find(image)]
          expect(saved.manifest.layers.slice(0, -1)).toEqual(base.manifest.layers)
          expect(saved.manifest.layers.at(-1)!.size).toBeLessThan(8192)
          expect(sizeMb).toBe(Math.ceil(saved.manifest.layers.reduce((sum, { size }) => sum + size, 0) / 2 ** 20))
          expect(saved.config.config).toMatchObject({ ...base.config.config, Labels: { 'zhisuan.snapshot': expect.any(String) } })
          const made = await start('b', { image: name() })
          const read = async (script: string) => (await run(made, script)).output
          expect(
            await read(
              'ls -d /var/log /etc/group /bin/vi /etc/ssh/ssh_host_rsa_key /root/.a-link /root/.ash_history 2>/dev/null',
            ),
          ).toBe('')
          expect(await read('readlink /bin/vi2; grep -c dhss /etc/passwd; cat /root/项目/a/* "/root/a\nb"')).toBe(
            'busybox\n1\nkept\nkept',
          )
          expect(
            await read('busybox stat -c "%a %u %g %h" /root/two /root/项目/a/*; test -p /root/fifo && busybox ls -d /var'),
          ).toBe('644 1000 2000 2\n600 0 0 1\n/var\n')
        },
      )

      it('boots on another node, also from a server that knows nothing of it, and can be saved again', async () => {
        const spec = await start('a')
        await run(spec, 'echo first > /root/file')
        await world.driver.snapshot(spec, name(), ignore)
        await world.restart()
        const host = (await describeHosts(world.driver))[1]!.name
        const made = await start('b', { image: name(), host })
        expect((await run(made, 'cat /root/file; echo second > /root/file; rm /bin/vi')).output).toBe('first\n')
        await stopAndWait(world, made)
        await world.driver.snapshot(made, name('2'), ignore)
        expect((await find(name('2'))).manifest.layers).toHaveLength(1) // what was deleted from it is in no layer below
        const next = await start('c', { image: name('2') })
        expect((await run(next, 'cat /root/file; ls /bin/vi 2>/dev/null')).output).toBe('second\n')
      })

      it('outlives its removal for the instances made of it, until they are removed themselves', async () => {
        const spec = await start('a')
        await run(spec, 'echo kept > /root/file')
        await world.driver.snapshot(spec, name(), ignore)
        const before = await home.listTags('team/zhisuan/held')
        const made = await start('b', { image: name() })
        await stopAndWait(world, made)
        await world.driver.removeImage(name())
        const { docker } = ground.ground
        const tags = (await docker.listImages()).flatMap(({ RepoTags }) => RepoTags ?? [])
        const isOfIt = (tag: string) => tag.includes(name()) || tag.includes('/zhisuan/held:')
        for (const tag of tags.filter(isOfIt)) await docker.getImage(tag).remove({ force: true })
        await startAndWait(world, made)
        expect((await run(made, 'cat /root/file')).output).toBe('kept\n')
        await world.driver.snapshot(made, name('2'), ignore)
        expect(await home.listTags('team/zhisuan/held')).toHaveLength(before.length + 1)
        await world.driver.ensureAbsent(made)
        expect((await home.listTags('team/zhisuan/held')).sort()).toEqual(before.sort())
      })

      it('runs on a machine with plain Docker', async () => {
        const spec = await start('a')
        await run(spec, 'echo kept > /root/file; rm /bin/vi')
        await world.driver.snapshot(spec, name(), ignore)
        const machine = await createDockerWorld({
          registry: new SavedImageRegistry(home.url, home.login),
          registry_auths: new Map([[home.url.host, { ...home.login, serveraddress: home.url.host }]]),
        })
        const made = await start('b', { image: name() }, machine)
        expect((await execShellScript(machine, made, 'cat /root/file; ls /bin/vi 2>/dev/null')).output).toBe('kept\n')
        await machine.driver.snapshot(made, name('docker'), ignore)
        await machine.end()
        const back = await start('c', { image: name('docker') })
        expect((await run(back, 'cat /root/file')).output).toBe('kept\n')
      })

      it('has its layers from another registry, with that one’s login, once', async () => {
        const other = await startRealRegistry()
        await other.push(ground.ground.docker, world.image, 'lab/base:1')
        const logins = new Map([home, other].map(({ url, login }) => [url.host, login]))
        const auths = Object.fromEntries(logins)
        await ground.ground.api.create(ground.ground.path('secrets'), {
          metadata: { name: 'two-logins' },
          type: 'kubernetes.io/dockerconfigjson',
          data: { '.dockerconfigjson': Buffer.from(JSON.stringify({ auths })).toString('base64') },
        })
        const sources = new ImageSources(logins, new Set(logins.keys()))
        const both = await ground.createWorld({
          image_sources: sources,
          find_image_command: (image) => sources.findCommand(image),
          pull_secret: 'two-logins',
        })
        const spec = await start('a', { image: `${other.url.host}/lab/base:1` }, both)
        await execShellScript(both, spec, 'echo kept > /root/file')
        const heard: number[] = []
        await both.driver.snapshot(spec, name(), (percent) => heard.push(percent))
        expect(heard).toEqual([...heard].sort((a, b) => a - b))
        await other.close()
        const made = await start('b', { image: name() }, both)
        expect((await execShellScript(both, made, 'cat /root/file')).output).toBe('kept\n')
        expect(await getDriverErrorCode(both.driver.snapshot(spec, name('2'), ignore))).toBe('DriverUnavailable')
        expect(await home.listTags(`team/${name().split(':')[0]}`)).toEqual(['1'])
        await both.end()
      })

      it('is not there when its server was killed on the way; the next one makes it, and clears up', async () => {
        const spec = await start('a')
        await run(spec, 'head -c 30000000 /dev/urandom > /root/noise; echo kept > /root/file')
        const heard: number[] = []
        const cut = world.driver.snapshot(spec, name(), (percent) => heard.push(percent))
        const outcome = getDriverErrorCode(cut)
        await waitUntil(() => expect(heard.at(-1)).toBeGreaterThan(10))
        await world.restart()
        expect(await outcome).toBe('DriverUnavailable')
        expect(await home.listTags(`team/${name().split(':')[0]}`)).toEqual([])
        await world.driver.snapshot(spec, name(), ignore)
        const made = await start('b', { image: name() })
        expect((await run(made, 'cat /root/file; ls -l /root/noise | grep -c 30000000')).output).toBe('kept\n1\n')
        const query = `labelSelector=${encodeURIComponent(buildSelector(world.installation_id, { parts: ['save'] }))}`
        const { items } = await ground.ground.api.get<{ items: object[] }>(`${ground.ground.path('pods')}?${query}`)
        expect(items).toEqual([])
      })

      it('has all files as one layer when its image has become another since', async () => {
        const image = `zhisuan/moved-${world.installation_id}:1`
        await importTestImage(ground.ground.docker, image)
        await home.push(ground.ground.docker, image, `team/${image}`)
        const spec = await start('a', { image })
        await run(spec, 'echo kept > /root/file')
        await importTestImage(ground.ground.docker, image, ['/usr/bin/head'])
        await home.push(ground.ground.docker, image, `team/${image}`)
        await world.driver.snapshot(spec, name(), ignore)
        expect((await find(name())).manifest.layers).toHaveLength(1)
        const made = await start('b', { image: name() })
        expect((await run(made, 'cat /root/file; ls -d /workspace /proc /usr/bin/head 2>/dev/null')).output).toBe(
          'kept\n/proc\n/workspace\n',
        )
        expect(await world.driver.snapshot(made, name('2'), ignore)).toEqual({ size_mb: expect.any(Number) })
      })

      it('of a disk from before there was a mark has what differs, too', async () => {
        const spec = await start('a')
        await run(spec, 'echo kept > /root/file; rm /bin/vi')
        const path = ground.ground.path('persistentvolumeclaims')
        const { items } = await ground.ground.api.get<{ items: VolumeClaim[] }>(path)
        const volume = items.find(({ metadata }) => metadata.labels?.['zhisuan.cn/part'] === 'system-disk')!.spec.volumeName!
        const helper = { image: `${home.url.host}/team/${world.image}`, cmd: ['rm', '/disk/seeded'] }
        await ground.ground.docker.run(helper.image, helper.cmd, process.stderr, {
          HostConfig: { Binds: [`${volume}:/disk`], AutoRemove: true },
        })
        await world.driver.snapshot(spec, name(), ignore)
        expect((await find(name())).manifest.layers.at(-1)!.size).toBeLessThan(8192)
        const made = await start('b', { image: name() })
        expect((await run(made, 'cat /root/file; ls /bin/vi 2>/dev/null')).output).toBe('kept\n')
      })

      it('needs a registry', async () => {
        const { registry: _, ...without } = world.options
        const alone = new KubernetesDriver(without)
        const { capabilities } = (await describeHosts(alone))[0]!
        expect([capabilities.saves_images, capabilities.shares_images]).toEqual([false, false])
        expect((await describeHosts(world.driver))[0]!.capabilities).toMatchObject({ saves_images: true, shares_images: true })
        const spec = await start('a')
        expect(await getDriverErrorCode(alone.copyImage(name(), name('2')))).toBe('ImageNotFound') // another engine may have it
        const refusals = [alone.snapshot(spec, name(), ignore), alone.shareImage('', name())]
        for (const refusal of refusals) expect(await getDriverErrorCode(refusal)).toBe('Unsupported')
        await alone.removeImage(name())
        await alone.close()
        await world.driver.snapshot(spec, name(), ignore)
        await world.driver.shareImage(spec.host, name())
        expect(await getDriverErrorCode(world.driver.shareImage(spec.host, name('never')))).toBe('ImageNotFound')
      })

      it('leaves a disk alone that is about to change, and tells of another installation’s nothing', async () => {
        const spec = await buildTestInstanceSpec(world, 'a')
        await world.driver.ensureRunning(spec)
        expect(await getDriverErrorCode(world.driver.snapshot(spec, name(), ignore))).toBe('Conflict')
        await startAndWait(world, spec)
        const foreign = { ...spec, installation_id: 'other' }
        expect(await getDriverErrorCode(world.driver.snapshot(foreign, name(), ignore))).toBe('InvalidSpec')
        expect(await getDriverErrorCode(world.driver.snapshot(spec, 'lab/saved:1', ignore))).toBe('InvalidSpec')
      })
    }),
  clusterObstacle,
)

import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { createDockerDriver } from '#server/adapters/compute.docker/docker.ts'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { describeHosts, listObjects } from '#tests/support/listed.ts'
import { findProgram, runProgram } from '../../scripts/docker-engine/programs.ts'
import { testImageName } from '../../scripts/docker-engine/test-image.ts'
import { defineDockerCases } from './docker-world.ts'
import { lanAddress } from './machine-box.ts'
import { findMachineObstacle, type Machine, type Machines, startMachines } from './machines.ts'
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
const registries = ['no', 'a', 'an append-only'] as const
/** Of every kind of file there is, with owners, modes and times. */
const writeFiles = (folder: string) => `cd ${folder} && mkdir -p 模型/空 && echo 权重 > 模型/a.txt && chmod 640 模型/a.txt &&
  chown 1000:1001 模型/a.txt && touch -d '2020-01-02 03:04:05' 模型/a.txt && ln 模型/a.txt hard && ln -s 模型/a.txt soft &&
  ln -s /nowhere broken && chmod 1777 模型/空 && chmod 3775 . && chown 7:8 . && cp /bin/busybox tool && chown 5:6 tool && chmod 4755 tool && mkfifo pipe && : > "a b
c"`
const describeFiles = (folder: string) =>
  `cd ${folder} && stat -c '%n %F %a %u %g' . && find . -mindepth 1 ! -path './.ssh*' -exec stat -c '%n %F %a %u %g %Y' {} \\; | sort
find . -type f -exec stat -c '%n %s %h' {} \\; | sort; readlink soft; readlink broken; cat 模型/a.txt soft hard; sha256sum tool large 2>/dev/null`

const fill = 'dd if=/dev/urandom of=/workspace/large bs=1M count=96; dd if=/dev/urandom of=/root/large bs=1M count=8'

// Machines of their own, which others would miss.
defineDockerCases(
  () => {
    let machines: Machines
    let home: RealRegistry
    let keeping: RealRegistry
    beforeAll(async () => {
      machines = await startMachines()
      home = await startRealRegistry(lanAddress)
      keeping = await startRealRegistry(lanAddress, { removes: false })
    })
    afterAll(async () => {
      await home?.close()
      await keeping?.close()
      await machines?.stop()
    })

    describe.each(registries)('decision 125 Disks move between real machines, with %s registry', (which) => {
      let world: DriverWorld
      const installationId = `test-${randomBytes(4).toString('hex')}`
      beforeAll(() => {
        world = {} as DriverWorld
        Object.assign(world, openFleet())
      })
      afterEach(async () => {
        await Promise.all(machines.all.map((machine) => machine.revive()))
        for (const { docker } of machines.all) {
          for (const { Id } of await docker.listContainers({ all: true }))
            await docker.getContainer(Id).remove({ force: true, v: true })
          for (const { Name } of (await docker.listVolumes()).Volumes) await docker.getVolume(Name).remove()
          for (const tag of (await docker.listImages()).flatMap(({ RepoTags }) => RepoTags ?? []))
            if (tag !== testImageName && tag !== '<none>:<none>') await docker.getImage(tag).remove()
        }
      })
      afterAll(() => world.driver.close())

      function openFleet() {
        const { url, login } = which === 'a' ? home : keeping
        const known = which !== 'no' && {
          registry: new SavedImageRegistry(url, login),
          registry_auths: new Map([[url.host, { ...login, serveraddress: url.host }]]),
        }
        const entries = machines.all.map(({ name, access }) => ({
          ...{ id: name, version: '1', hosts: [name] },
          open: async () =>
            createDockerDriver({
              access: access.by === 'ssh' && !access.private_key ? { ...access, agent: machines.agent_socket } : access,
              ...{ clock: systemClock, installation_id: installationId, host_name: name, check_image: testImageName },
              virtual_gpus: [{ model: 'RTX 4090', count: 2 }],
              host_check: 'skipped' as const,
              ...known,
            }),
        }))
        const driver = new FleetDriver({ list: async () => entries }, systemClock)
        return { driver, installation_id: installationId, image: testImageName, wait: (ms: number) => after(Math.min(ms, 50)) }
      }
      const startOn = async ({ name }: Machine, id = name) => {
        const spec = await buildTestInstanceSpec(world, id, { host: name })
        await startAndWait(world, spec)
        return spec
      }
      const writtenOn = async (machine: Machine) => {
        const spec = await startOn(machine, 'a')
        for (const folder of ['/root', '/workspace']) await execShellScript(world, spec, writeFiles(folder))
        return spec
      }
      const read = async (spec: InstanceSpec) => {
        const [system, data] = [
          await execShellScript(world, spec, describeFiles('/root')),
          await execShellScript(world, spec, describeFiles('/workspace')),
        ]
        return { system: system.output, data: data.output }
      }
      /** What lies on an engine of the instances, and on their way. */
      const listLeft = async ({ docker }: Machine) => {
        const containers = (await docker.listContainers({ all: true })).flatMap(({ Names }) => Names)
        const volumes = (await docker.listVolumes()).Volumes.map(({ Name }) => Name)
        const tags = (await docker.listImages()).flatMap(({ RepoTags }) => RepoTags ?? [])
        return [
          ...containers.filter((name) => !name.startsWith('/zhisuan-probe')),
          ...volumes,
          ...tags.filter((tag) => tag !== testImageName),
        ]
      }
      const toHost = async (spec: InstanceSpec, { name }: Machine): Promise<InstanceSpec> => {
        const host = (await describeHosts(world.driver)).find((one) => one.name === name)!
        return { ...spec, host: name, gpu_uuids: host.gpus.slice(0, 1).map(({ uuid }) => uuid) }
      }
      /** Where the instance is listed. */
      const listPlaces = async () =>
        (await world.driver.list()).flatMap(({ host, seen }) => (seen.some(({ ref }) => ref.id === 'a') ? host : []))
      /** Where root's files and the data disk lie, as far as they are on the top of each. */
      const listDiskFolders = async ({ docker }: Machine, { id }: InstanceSpec) => {
        const [summary] = await docker.listContainers({ all: true, filters: { label: [`zhisuan.id=${id}`] } })
        const { Image, GraphDriver, Name } = await docker.getContainer(summary!.Id).inspect()
        const { GraphDriver: below } = await docker.getImage(Image).inspect()
        const layer = (await docker.getContainer(summary!.Id).inspect()).State.Status === 'created' ? below : GraphDriver
        const volume = await docker.getVolume(`${Name.slice(1).split('.g')[0]}.workspace`).inspect()
        return [`${(layer.Data as unknown as Record<string, string>).UpperDir}/root`, volume.Mountpoint]
      }
      /** Moves until so many percent are reached, then does something that breaks it off. */
      async function moveUntil(spec: InstanceSpec, target: Machine, percent: number, breakOff: () => Promise<void>) {
        let done: Promise<void> | undefined
        const outcome = await getDriverErrorCode(
          move(spec, target, (now) => {
            if (now >= percent) done ??= breakOff()
          }),
        )
        await done
        return outcome === 'DriverUnavailable' && done !== undefined
      }
      const move = (spec: InstanceSpec, { name }: Machine, heard: (percent: number) => void = ignore) =>
        world.driver.relocate(spec, name, heard)

      it('both disks arrive whole and start there with its cards; nothing is left behind, and they can go on and back', async () => {
        const { key, tls, agent } = machines
        const spec = await writtenOn(key)
        const written = await read(spec)
        expect(written.data).toContain('权重')
        expect(await getDriverErrorCode(move(spec, tls))).toBe('Conflict')
        await stopAndWait(world, spec)
        const heard: number[] = []
        await move(spec, tls, (percent) => heard.push(percent))
        expect(heard).toEqual([...heard].sort((a, b) => a - b))
        expect([heard[0], heard.at(-1)]).toEqual([0, 100])
        expect(await listLeft(key)).toEqual([])
        const there = await toHost(spec, tls)
        expect(await world.driver.observe(there)).toMatchObject({ phase: 'stopped' })
        expect(await world.driver.disks(there)).toEqual({ system: true, data: true })
        expect((await listObjects(world.driver)).map(({ phase }) => phase)).toEqual(['stopped'])
        await move(spec, tls)
        await startAndWait(world, there)
        expect(await read(there)).toEqual(written)
        expect((await tls.docker.listContainers()).some(({ Labels }) => Labels['zhisuan.gpus'] === there.gpu_uuids[0])).toBe(true)
        await stopAndWait(world, there)
        await move(there, agent)
        await move({ ...there, host: agent.name }, key)
        for (const machine of [tls, agent]) expect(await listLeft(machine)).toEqual([])
        await startAndWait(world, spec)
        expect(await read(spec)).toEqual(written)
        for (const registry of [home, keeping]) expect(await registry.listTags('team/zhisuan/moving')).toEqual([])
      })
      if (which === 'an append-only') return // it is not used

      it('file capabilities arrive, and a disk that moved can be saved, cloned and removed before it starts', async () => {
        const { key, tls, agent } = machines
        const spec = await writtenOn(key)
        await stopAndWait(world, spec)
        for (const folder of await listDiskFolders(key, spec)) await runProgram('setcap', ['cap_net_raw+ep', `${folder}/tool`])
        await move(spec, tls)
        const there = await toHost(spec, tls)
        for (const folder of await listDiskFolders(tls, there))
          expect(await runProgram('getcap', [`${folder}/tool`])).toContain('cap_net_raw')
        await world.driver.snapshot(there, `zhisuan/saved-${installationId}:1`, ignore)
        const clone = await buildTestInstanceSpec(world, 'b', { host: agent.name })
        await world.driver.copyDataDisk(there, clone, ignore)
        await world.driver.ensureAbsent(there)
        await world.driver.removeImage(`zhisuan/saved-${installationId}:1`)
        for (const machine of [key, tls]) expect(await listLeft(machine)).toEqual([])
        await startAndWait(world, clone)
        expect((await execShellScript(world, clone, 'cat /workspace/模型/a.txt')).output).toBe('权重\n')
      })

      it('a server that is killed in the middle is no loss: the next one continues', async () => {
        const { key, tls } = machines
        const spec = await writtenOn(key)
        await execShellScript(world, spec, fill)
        const written = await read(spec)
        await stopAndWait(world, spec)
        for (const percent of [1, 60]) {
          const reached = await moveUntil(spec, tls, percent, async () => {
            await world.driver.close()
            Object.assign(world, openFleet())
          })
          expect(reached).toBe(true)
          expect((await world.driver.observe(spec)).phase).toBe('stopped')
          expect((await world.driver.observe({ ...spec, host: tls.name })).phase).toBe('absent')
        }
        expect(await getDriverErrorCode(world.driver.ensureRunning(await toHost(spec, tls)))).toBe('Conflict')
        await move(spec, tls)
        const there = await toHost(spec, tls)
        await startAndWait(world, there)
        expect(await read(there)).toEqual(written)
        expect(await listLeft(key)).toEqual([])
      })

      it('a target that dies in the middle is not waited for; what it kept is found when it returns', async () => {
        const { key, tls } = machines
        const spec = await writtenOn(key)
        await execShellScript(world, spec, fill)
        const written = await read(spec)
        await stopAndWait(world, spec)
        expect(await moveUntil(spec, tls, 60, () => tls.kill('power'))).toBe(true)
        await move(spec, key)
        await startAndWait(world, spec)
        expect(await read(spec)).toEqual(written)
        await tls.revive()
        await vi.waitFor(async () => expect(await listPlaces()).toEqual([key.name, tls.name]), {
          timeout: 120_000,
          interval: 1_000,
        })
        await move(spec, key)
        expect(await listPlaces()).toEqual([key.name])
        expect(await listLeft(tls)).toEqual([])
        expect(await read(spec)).toEqual(written)
        await stopAndWait(world, spec)
        await move(spec, tls)
        await startAndWait(world, await toHost(spec, tls))
      })

      it('a source that dies in the middle has everything when it returns', async () => {
        const { key, tls } = machines
        const spec = await writtenOn(tls)
        await execShellScript(world, spec, fill)
        const written = await read(spec)
        await stopAndWait(world, spec)
        expect(await moveUntil(spec, key, 60, () => tls.kill('power'))).toBe(true)
        await tls.revive()
        await vi.waitFor(() => move(spec, key), { timeout: 120_000, interval: 1_000 })
        const there = await toHost(spec, key)
        await startAndWait(world, there)
        expect(await read(there)).toEqual(written)
        expect(await listLeft(tls)).toEqual([])
      })

      it('a clone with its data starts on another machine, again after a break', async () => {
        const { key, agent } = machines
        const spec = await writtenOn(key)
        await execShellScript(world, spec, fill)
        const written = await read(spec)
        await stopAndWait(world, spec)
        const to = await buildTestInstanceSpec(world, 'b', { host: agent.name })
        let cut = false
        const first = world.driver.copyDataDisk(spec, to, (percent) => {
          if (cut || percent < 30) return
          cut = true
          void agent.kill('power')
        })
        expect([await getDriverErrorCode(first), cut]).toEqual(['DriverUnavailable', true])
        await agent.revive()
        await vi.waitFor(() => world.driver.copyDataDisk(spec, to, ignore), { timeout: 120_000, interval: 1_000 })
        await startAndWait(world, to)
        expect((await read(to)).data).toBe(written.data)
        await world.driver.copyDataDisk(spec, to, ignore)
        await startAndWait(world, spec)
        expect(await read(spec)).toEqual(written)
      })
    })
  },
  (await findMachineObstacle()) ??
    ((await findProgram('setcap')) ? undefined : 'setcap is not installed (apt-get install libcap2-bin)'),
)

import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import { createEngines } from '#server/adapters/engines.ts'
import { readServerConfig } from '#server/config/config.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { Engines } from '#server/ports/engines.ts'
import { testImageName } from '../../scripts/docker-engine/test-image.ts'
import { defineDockerCases } from './docker-world.ts'
import { findMachineObstacle, type Machine, type Machines, startMachines } from './machines.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
  waitForPhase,
} from './world.ts'

type FleetParts = Pick<DriverWorld, 'driver' | 'installation_id' | 'image' | 'wait'>

// Machines of their own, which others would miss.
defineDockerCases(
  () =>
    describe('decision 120 A fleet of real machines', () => {
      let machines: Machines
      let engines: Engines
      let world: DriverWorld
      const installationId = `test-${randomBytes(4).toString('hex')}`
      beforeAll(async () => {
        machines = await startMachines()
        const env = { HOST_CHECK: 'skipped', DOCKER_IMAGE: testImageName, SSH_AUTH_SOCK: machines.agent_socket }
        engines = createEngines(readServerConfig(env), systemClock, installationId)
      })
      afterAll(() => machines?.stop())
      beforeEach(() => {
        world = openFleet() as DriverWorld
      })
      afterEach(async () => {
        await Promise.all(machines.all.map((machine) => machine.revive()))
        await world.driver.close()
        for (const { docker } of machines.all)
          for (const { Id } of await docker.listContainers({ all: true }))
            await docker.getContainer(Id).remove({ force: true, v: true })
      })

      function openFleet(): FleetParts {
        const cards = [{ model: 'RTX 4090', count: 2 }]
        const entries = machines.all.map(({ name, access }) => ({
          ...{ id: name, version: '1', hosts: [name] },
          open: () => engines.openMachine({ name, access, virtual_gpus: cards, disk_quota: false }),
        }))
        const driver = new FleetDriver({ list: async () => entries }, systemClock)
        return { driver, installation_id: installationId, image: testImageName, wait: (ms) => systemClock.sleep(ms) }
      }
      const startOn = async ({ name }: Machine, id = name) => {
        const spec = await buildTestInstanceSpec(world, id, { host: name })
        await startAndWait(world, spec)
        return spec
      }
      /** An instance on each, with a file on each of its disks. */
      async function startEverywhere(): Promise<InstanceSpec[]> {
        const specs = await Promise.all(machines.all.map((machine) => startOn(machine)))
        for (const spec of specs) await execShellScript(world, spec, `echo ${spec.id} | tee /root/file > /workspace/file`)
        return specs
      }
      const readFiles = async (spec: InstanceSpec) =>
        (await execShellScript(world, spec, 'cat /root/file /workspace/file')).output
      const listComplete = async () => (await world.driver.list()).filter(({ complete }) => complete).map(({ host }) => host)
      const becomesComplete = () =>
        vi.waitFor(async () => expect(await listComplete()).toHaveLength(3), { timeout: 240_000, interval: 1_000 })

      it('each lists its own host, is found sound, and shows the key that is pinned', async () => {
        const found = await world.driver.inventory()
        expect(found.map(({ host, engine, facts }) => [host, engine, facts?.name])).toEqual(
          machines.all.map(({ name }) => [name, name, name]),
        )
        for (const { name, access } of machines.all) {
          const check = await engines.checkMachine({ name, access, virtual_gpus: [], disk_quota: false })
          expect(check.find(({ item }) => item === 'engine')).toMatchObject({ ok: true })
          if (access.by === 'ssh') expect(await engines.readHostKey(access)).toBe(access.host_key)
        }
      })

      it('lets nobody in who has another key, or no certificate', async () => {
        const [{ access: key }, { access: tls }] = [machines.agent, machines.tls]
        const strange = (machines.key.access as { private_key: string }).private_key
        for (const access of [
          { ...key, private_key: strange },
          { ...tls, cert: '', key: '' },
        ]) {
          const check = await engines.checkMachine({ name: 'x', access, virtual_gpus: [], disk_quota: false } as never)
          expect(check).toMatchObject([{ item: 'engine', ok: false }])
        }
      })

      it.each(['key', 'agent', 'tls'] as const)('starts, enters, dials and stops an instance on the one by %s', async (way) => {
        const spec = await startOn(machines[way])
        expect(await execShellScript(world, spec, 'echo hello; exit 3')).toEqual({ output: 'hello\n', code: 3 })
        await execShellScript(world, spec, 'mkdir /tmp/site; echo page > /tmp/site/index.html; httpd -p 8080 -h /tmp/site')
        const connection = await world.driver.dial(spec, 8080)
        connection.end('GET / HTTP/1.0\r\n\r\n')
        const page = (await connection.toArray()).join('')
        expect(page).toContain('page\n')
        expect(await getDriverErrorCode(world.driver.dial(spec, 8081))).toBe('PortClosed')
        expect((await stopAndWait(world, spec)).phase).toBe('stopped')
      })

      it.each([
        ['key', 'cable'],
        ['agent', 'power'],
        ['tls', 'cable'],
        ['tls', 'power'],
      ] as const)('goes on without the one by %s that loses its %s, and has it back by itself', async (way, what) => {
        const specs = await startEverywhere()
        const [dead, ...alive] = [machines[way], ...machines.all.filter((machine) => machine !== machines[way])]
        const specOf = ({ name }: Machine) => specs.find(({ host }) => host === name)!
        const silent: string[] = []
        const stop = new AbortController()
        const watching = world.driver.watch(
          () => undefined,
          stop.signal,
          (host) => silent.push(host),
        )
        const terminal = await world.driver.exec(specOf(dead), { cmd: ['cat'] })
        terminal.stream.on('error', () => undefined)
        terminal.exit.catch(() => undefined)
        // many connections that will be dead
        await Promise.all(Array.from({ length: 20 }, () => world.driver.observe(specOf(dead))))

        await dead.kill(what)
        let answered = false
        const asked = getDriverErrorCode(world.driver.observe(specOf(dead))).finally(() => {
          answered = true
        })
        for (const machine of alive) {
          expect(await readFiles(specOf(machine))).toBe(`${machine.name}\n${machine.name}\n`)
          expect((await world.driver.observe(specOf(machine))).phase).toBe('running')
        }
        expect(answered, 'the others did not wait for the dead one').toBe(false)
        for (const machine of alive) await startOn(machine, `${machine.name}-second`)
        const listings = await world.driver.list()
        expect(listings.find(({ host }) => host === dead.name)).toEqual({ host: dead.name, complete: false, seen: [] })
        for (const { name } of alive) {
          const { complete, seen } = listings.find(({ host }) => host === name)!
          expect([complete, seen.map(({ ref }) => ref.id).sort()]).toEqual([true, [name, `${name}-second`]])
        }
        expect(await asked, 'nothing is concluded').toBe('DriverUnavailable')
        const reports = await world.driver.inventory()
        expect(reports.filter(({ facts }) => !facts)).toEqual([
          { host: dead.name, engine: dead.name, problem: expect.stringContaining('引擎没有应答') },
        ])
        expect((await world.driver.usage(specs)).map(({ id }) => id).sort()).toEqual(alive.map(({ name }) => name).sort())
        await vi.waitFor(() => expect(silent).toEqual([dead.name]), { timeout: 120_000 })

        await dead.revive()
        await becomesComplete()
        const spec = specOf(dead)
        if (what === 'cable') expect((await world.driver.observe(spec)).phase).toBe('running')
        else {
          expect(['stopped', 'failed']).toContain((await world.driver.observe(spec)).phase)
          await stopAndWait(world, spec)
          await startAndWait(world, spec)
        }
        expect(await readFiles(spec)).toBe(`${dead.name}\n${dead.name}\n`)
        expect((await waitForPhase(world, spec, 'running')).ref.generation).toBe(1)
        terminal.stream.destroy()
        stop.abort()
        await watching
      })
    }),
  await findMachineObstacle(),
)

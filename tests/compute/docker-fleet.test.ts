import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import { createEngines } from '#server/adapters/engines.ts'
import { readServerConfig } from '#server/config/config.ts'
import type { InstanceSpec } from '#server/ports/compute.ts'
import type { EngineAccess, Engines } from '#server/ports/engines.ts'
import { testImageName } from '../../scripts/docker-engine/test-image.ts'
import { defineDriverConformance, type Outage } from './conformance.ts'
import { defineDockerCases, removeDisks, removeDockerInstallation } from './docker-world.ts'
import { lanAddress } from './machine-box.ts'
import { findMachineObstacle, type Machine, type Machines, startMachines } from './machines.ts'
import { startTestRegistry, type TestRegistry } from './registry.ts'
import {
  buildTestInstanceSpec,
  type DriverWorld,
  execShellScript,
  getDriverErrorCode,
  startAndWait,
  stopAndWait,
} from './world.ts'

/** A machine starts its engine in this time, and a driver asks a silent one again within half a minute. */
const returnPatienceMs = 120_000
const cards = [{ model: 'RTX 4090', count: 2 }]

// Machines of their own, which others would miss.
defineDockerCases(
  () => {
    let machines: Machines
    let registry: TestRegistry
    beforeAll(async () => {
      machines = await startMachines()
      registry = await startTestRegistry({ host: lanAddress })
    })
    afterAll(async () => {
      await registry?.close()
      await machines?.stop()
    })

    /** A fleet of all machines, of which the first gets the instances. */
    async function createMachinesWorld(order: readonly Machine[]): Promise<DriverWorld> {
      const installationId = `test-${randomBytes(4).toString('hex')}`
      const env = { HOST_CHECK: 'skipped', DOCKER_IMAGE: testImageName, SSH_AUTH_SOCK: machines.agent_socket }
      const engines = createEngines(readServerConfig(env), systemClock, installationId)
      const openFleet = (reach: (access: EngineAccess) => EngineAccess = (access) => access) =>
        openMachines(engines, order, reach)
      const world: DriverWorld = {
        driver: openFleet(),
        installation_id: installationId,
        image: testImageName,
        missing_image: `${registry.address}/zhisuan/missing:1`,
        serve: (port, folder) => `httpd -p ${port} -h ${folder}`,
        restart: async () => {
          await world.driver.close()
          world.driver = openFleet()
        },
        unreachable: () => openFleet((access) => ({ ...access, port: 1 }) as EngineAccess),
        wait: (ms) => after(Math.min(ms, 50)),
        lose: (id, disks) => removeDisks(order[0]!.docker, installationId, id, disks),
        end: async () => {
          await world.driver.close()
          for (const { docker } of order.filter((machine) => machine.isOn())) {
            await removeDockerInstallation(docker, installationId)
            await docker
              .getNetwork(`${installationId}.instances`)
              .remove()
              .catch(() => undefined) // only the first machine has one
          }
        },
      }
      return world
    }

    /** A machine without instances of the cases is killed and comes back; the instance that it had before is whole then. */
    function createOutage(way: 'tls' | 'agent', what: 'power' | 'cable'): Outage {
      let own: DriverWorld
      let spec: InstanceSpec
      return {
        name: `while the one by ${way} has no ${what}`,
        begin: async () => {
          own = await createMachinesWorld([machines[way]])
          spec = await buildTestInstanceSpec(own, 'witness')
          await startAndWait(own, spec)
          await execShellScript(own, spec, 'echo written | tee /root/file > /workspace/file; sync')
          await machines[way].kill(what)
          expect(await getDriverErrorCode(own.driver.observe(spec))).toBe('DriverUnavailable')
        },
        end: async () => {
          expect(await getDriverErrorCode(own.driver.observe(spec))).toBe('DriverUnavailable')
          await machines[way].revive()
          await vi.waitFor(() => own.driver.observe(spec), { timeout: returnPatienceMs, interval: 1_000 })
          if (what === 'power') await stopAndWait(own, spec)
          await startAndWait(own, spec)
          expect((await execShellScript(own, spec, 'cat /root/file /workspace/file')).output).toBe('written\nwritten\n')
          await own.end()
        },
      }
    }

    defineDriverConformance(
      'docker fleet, first by SSH',
      () => createMachinesWorld([machines.key, machines.tls, machines.agent]),
      createOutage('tls', 'power'),
    )
    defineDriverConformance(
      'docker fleet, first by TLS',
      () => createMachinesWorld([machines.tls, machines.agent, machines.key]),
      createOutage('agent', 'cable'),
    )
  },
  await findMachineObstacle(),
)

function openMachines(engines: Engines, order: readonly Machine[], reach: (access: EngineAccess) => EngineAccess): FleetDriver {
  const entries = order.map(({ name, access }) => ({
    ...{ id: name, version: '1', hosts: [name] },
    open: () => engines.openMachine({ name, access: reach(access), virtual_gpus: cards, disk_quota: false }),
  }))
  return new FleetDriver({ list: async () => entries }, systemClock)
}

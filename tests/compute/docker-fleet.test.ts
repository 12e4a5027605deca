import { randomBytes } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { afterAll, beforeAll } from 'vitest'
import { systemClock } from '#server/adapters/clock.system.ts'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import { createEngines } from '#server/adapters/engines.ts'
import { readServerConfig } from '#server/config/config.ts'
import type { EngineAccess, Engines } from '#server/ports/engines.ts'
import { testImageName } from '../../scripts/docker-engine/test-image.ts'
import { defineDriverConformance } from './conformance.ts'
import { defineDockerCases, removeDisks, removeDockerInstallation } from './docker-world.ts'
import { lanAddress } from './machine-box.ts'
import { findMachineObstacle, type Machine, type Machines, startMachines } from './machines.ts'
import { startTestRegistry, type TestRegistry } from './registry.ts'
import type { DriverWorld } from './world.ts'

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
          for (const { docker } of order) {
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

    defineDriverConformance('docker fleet, first by SSH', () => createMachinesWorld([machines.key, machines.tls, machines.agent]))
    defineDriverConformance('docker fleet, first by TLS', () => createMachinesWorld([machines.tls, machines.agent, machines.key]))
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

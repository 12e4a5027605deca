import { join } from 'node:path'
import type { Config } from '#server/config/config.ts'
import { demoImagesByReference } from '#server/demo/catalogue.ts'
import { demoFleet } from '#server/demo/fleet.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'

/** Long enough for a demo to show its progress. */
const demoCopyMs = 4000

/** Creates the driver that the configuration (COMPUTE) names. A driver is loaded only when chosen. */
export async function createCompute(config: Config, clock: Clock, installationId: string): Promise<ComputeDriver> {
  if (config.adapters.compute === 'docker') {
    const { createDockerDriver } = await import('#server/adapters/compute.docker/docker.ts')
    const { image, socket_path: socketPath, ...options } = config.docker
    const access = { by: 'unix', socket_path: socketPath } as const
    return createDockerDriver({
      access,
      clock,
      installation_id: installationId,
      ...options,
      ...(image && { check_image: image }),
    })
  }
  const { createSimulator } = await import('#server/adapters/compute.simulator/simulator.ts')
  return createSimulator({
    clock,
    dir: join(config.data_dir, 'simulator'),
    hosts: demoFleet,
    catalogue: demoImagesByReference,
    delays: { copying_ms: demoCopyMs },
  })
}

import { join } from 'node:path'
import { createSimulatorFaults, type SimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { createFleet } from '#server/compose.ts'
import { keepConfiguredEngine } from '#server/domains/rentals/engines/engine-source.service.ts'
import type { DockerMachine, Engines } from '#server/ports/engines.ts'
import { buildSimulatedHost } from '#tests/support/market.ts'
import type { RentalPlatform } from '#tests/support/rental.ts'

export interface FakeEngines {
  /** As the machines were opened, one after the other. */
  opened: DockerMachine[]
  faults: Record<string, SimulatorFaults>
  /** What machines show by SSH. */
  host_key: string
}

/**
 * Lets operators add machines, each a simulated host with two cards of a model, and gives the platform all engines as one driver.
 * What the platform had before is the configured engine.
 */
export async function addFakeEngines({ deps, clock }: RentalPlatform, dir: string, model: string): Promise<FakeEngines> {
  const fake: FakeEngines = { opened: [], faults: {}, host_key: `SHA256:${'k'.repeat(43)}` }
  const configured = deps.compute
  const real = deps.engines
  deps.engines = {
    ...real,
    openConfigured: async () => configured,
    openMachine: async (machine) => {
      const { name } = machine
      fake.opened.push(machine)
      fake.faults[name] ??= createSimulatorFaults()
      const delays = { pulling_ms: 0 }
      const hosts = [buildSimulatedHost(name, model, 2)]
      return createSimulator({ clock, dir: join(dir, name), hosts, delays, faults: fake.faults[name] })
    },
    checkMachine: async ({ name }) => [{ item: 'engine', ok: true, found: name }],
    readHostKey: async () => fake.host_key,
  } satisfies Engines
  await keepConfiguredEngine(deps)
  deps.compute = createFleet(deps, (_, driver) => driver)
  return fake
}

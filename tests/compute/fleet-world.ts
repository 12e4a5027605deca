import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FleetDriver } from '#server/adapters/compute.fleet/fleet-driver.ts'
import { createSimulatorFaults, type SimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import type { EngineEntry } from '#server/ports/engines.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import type { DriverWorld } from './world.ts'

type OpenEntry = EngineEntry & { open(): Promise<ComputeDriver> }

export interface FleetWorld extends DriverWorld {
  clock: HeldClock
  /** Of each engine. */
  faults: Record<string, SimulatorFaults>
  /** Written down as in the database; what is changed here is seen at the next refresh. */
  entries: OpenEntry[]
}

const image = 'zhisuan/base:test'

/** A fleet of simulated engines, each with two hosts: `a` has `a-1` and `a-2`. */
export async function createFleetWorld(names: readonly string[] = ['a', 'b', 'c']): Promise<FleetWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-fleet-'))
  const clock = new HeldClock(new Date('2026-11-21T08:00:00.000Z'))
  const faults = Object.fromEntries(names.map((name) => [name, createSimulatorFaults()]))
  const open = (name: string, engineFaults = faults[name]!) =>
    createSimulator({
      clock,
      dir: join(dir, name),
      faults: engineFaults,
      images: [image],
      delays: { copying_ms: 500 },
      hosts: [1, 2].map((nth) => ({
        name: `${name}-${nth}`,
        cpu: 16,
        memory_mb: 65_536,
        gpus: [{ model: 'A100 80G', count: 2 }],
      })),
    })
  const entries: OpenEntry[] = names.map((name) => ({
    id: name,
    version: '1',
    hosts: [`${name}-1`, `${name}-2`],
    open: async () => open(name),
  }))
  const openFleet = (of: readonly EngineEntry[] = entries) => new FleetDriver({ list: async () => of }, clock)
  const world: FleetWorld = {
    driver: openFleet(),
    installation_id: 'test',
    image,
    missing_image: 'zhisuan/missing:1',
    clock,
    faults,
    entries,
    serve: (port, folder) => `cd ${folder} && serve ${port}`,
    restart: async () => {
      await world.driver.close()
      world.driver = openFleet()
    },
    unreachable: () =>
      openFleet(
        entries.map((entry) => ({
          ...entry,
          open: async () => open(entry.id, { ...createSimulatorFaults(), unavailable: true }),
        })),
      ),
    lose: async (id, disks) => {
      for (const engine of Object.values(faults)) engine.removals.set(id, disks)
    },
    wait: (ms) => clock.advance(ms),
    end: async () => {
      await world.driver.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return world
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSimulatorFaults, type SimulatorFaults } from '#server/adapters/compute.simulator/faults.ts'
import type { SimulatorOptions } from '#server/adapters/compute.simulator/settings.ts'
import { createSimulator } from '#server/adapters/compute.simulator/simulator.ts'
import { HeldClock } from '#tests/support/held-clock.ts'
import type { DriverWorld } from './world.ts'

export interface SimulatorWorld extends DriverWorld {
  clock: HeldClock
  faults: SimulatorFaults
  dir: string
}

const image = 'zhisuan/base:test'

/** A simulator on a held clock and an empty folder, with two hosts. */
export async function createSimulatorWorld(changes: Partial<SimulatorOptions> = {}): Promise<SimulatorWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'zhisuan-simulator-'))
  const clock = new HeldClock(new Date('2026-11-21T08:00:00.000Z'))
  const faults = createSimulatorFaults()
  const options: SimulatorOptions = {
    clock,
    dir,
    faults,
    images: [image],
    delays: { copying_ms: 500 },
    hosts: [
      { name: 'sim-1', cpu: 16, memory_mb: 65_536, gpus: [{ model: 'A100 80G', count: 2 }] },
      { name: 'sim-2', cpu: 8, memory_mb: 32_768, gpus: [{ model: 'Ascend 910B', count: 1 }] },
    ],
    ...changes,
  }
  const world: SimulatorWorld = {
    driver: createSimulator(options),
    installation_id: 'test',
    image,
    missing_image: 'zhisuan/missing:1',
    clock,
    faults,
    dir,
    serve: (port, folder) => `cd ${folder} && serve ${port}`,
    restart: async () => {
      await world.driver.close()
      world.driver = createSimulator(options)
    },
    unreachable: () => createSimulator({ ...options, faults: { ...createSimulatorFaults(), unavailable: true } }),
    lose: async (id, disks) => void faults.removals.set(id, disks),
    wait: (ms) => clock.advance(ms),
    end: async () => {
      await world.driver.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
  return world
}

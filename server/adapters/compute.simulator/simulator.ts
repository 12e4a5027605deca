import { join } from 'node:path'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { defaultDiskQuota } from './disk/disk-quota.ts'
import { createSimulatorFaults } from './faults.ts'
import type { PhaseDelays, SimulatorOptions } from './settings.ts'
import { SimulatorDriver } from './simulator-driver.ts'

const defaultDelays: PhaseDelays = { pulling_ms: 3000, creating_ms: 1000, starting_ms: 2000, stopping_ms: 1500, copying_ms: 0 }

const jupyterImages = /jupyter|pytorch|tensorflow|miniconda|cuda|mindspore|paddle/i

/**
 * A simulated fleet with real scheduling, phases, disks and shells, but no containers. Deterministic for its clock and seed.
 * State survives a kill at any moment, because phases are derived from recorded times.
 */
export function createSimulator(options: SimulatorOptions): ComputeDriver {
  return new SimulatorDriver({
    seed: 1,
    faults: createSimulatorFaults(),
    images: undefined,
    catalogue: {},
    quota: defaultDiskQuota,
    jupyter: (image) => jupyterImages.test(image),
    ...options,
    dir: join(options.dir),
    delays: { ...defaultDelays, ...options.delays },
  })
}

import { join } from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import type { ComputeDriver } from '#server/ports/compute.ts'
import { type DiskQuota, default_quota } from './disk/disk-quota.ts'
import { type Faults, noFaults } from './faults.ts'
import type { SimulatedHost } from './fleet.ts'
import { SimulatorDriver } from './simulator-driver.ts'

/** How long each phase lasts, in ms. */
export interface Delays {
  pulling_ms: number
  creating_ms: number
  starting_ms: number
  stopping_ms: number
  /** A snapshot, relocation or disk copy, beyond what the real copying takes. */
  copying_ms: number
}

export interface SimulatorOptions {
  clock: Clock
  /** Folder of state and disks; one process at a time. */
  dir: string
  hosts: readonly SimulatedHost[]
  /** Chooses the made-up load. */
  seed?: number
  delays?: Partial<Delays>
  /** Kept by reference: change it to make things go wrong. */
  faults?: Faults
  /** Images that can be pulled; any well-formed reference when absent. */
  images?: readonly string[]
  quota?: DiskQuota
  /** Whether a catalogue image brings JupyterLab. */
  jupyter?: (image: string) => boolean
}

const usual_delays: Delays = { pulling_ms: 3000, creating_ms: 1000, starting_ms: 2000, stopping_ms: 1500, copying_ms: 0 }

const with_jupyter = /jupyter|pytorch|tensorflow|miniconda|cuda|mindspore|paddle/i

/**
 * A fleet that exists only here: real scheduling, phases, disks and shells, no containers. Deterministic on its clock
 * and seed; what it was told survives a kill at any moment, since phases follow from recorded times.
 */
export function createSimulator(options: SimulatorOptions): ComputeDriver {
  return new SimulatorDriver({
    seed: 1,
    faults: noFaults(),
    images: undefined,
    quota: default_quota,
    jupyter: (image) => with_jupyter.test(image),
    ...options,
    dir: join(options.dir),
    delays: { ...usual_delays, ...options.delays },
  })
}

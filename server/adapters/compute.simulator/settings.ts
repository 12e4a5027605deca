import type { Clock } from '#server/ports/clock.ts'
import type { DiskQuota } from './disk/disk-quota.ts'
import type { SimulatorFaults } from './faults.ts'
import type { SimulatedHost } from './fleet.ts'

/** How long each phase lasts, in ms. */
export interface PhaseDelays {
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
  delays?: Partial<PhaseDelays>
  /** Kept by reference: change it to make things go wrong. */
  faults?: SimulatorFaults
  /** Images that can be pulled; any well-formed reference when absent. */
  images?: readonly string[]
  quota?: DiskQuota
  /** Whether a catalogue image brings JupyterLab. */
  jupyter?: (image: string) => boolean
}

export type SimulatorSettings = Required<Omit<SimulatorOptions, 'images' | 'delays'>> & {
  images: SimulatorOptions['images']
  delays: PhaseDelays
}

import type { Clock } from '#server/ports/clock.ts'
import type { DiskQuota } from './disk/disk-quota.ts'
import type { SimulatorFaults } from './faults.ts'
import type { SimulatedHost } from './fleet.ts'

/** Duration of each phase, in ms. */
export interface PhaseDelays {
  pulling_ms: number
  creating_ms: number
  starting_ms: number
  stopping_ms: number
  /** Added to the time of the real copying in a snapshot, relocation or disk copy. */
  copying_ms: number
}

/** What a catalogue image holds, as the catalogue says. */
export interface SimulatedImage {
  size_gb: number
  python: string
  framework: string
  /** Version of the framework. */
  version: string
  /** Such as `CUDA 12.4`, `CANN 8.0` or `XPU 5.0`. */
  runtime: string
}

export interface SimulatorOptions {
  clock: Clock
  /** Folder of state and disks; only one process may use it at a time. */
  dir: string
  hosts: readonly SimulatedHost[]
  /** Seed of the simulated load. */
  seed?: number
  delays?: Partial<PhaseDelays>
  /** Kept by reference: change it to inject faults. */
  faults?: SimulatorFaults
  /** Images that can be pulled; if absent, any valid reference. */
  images?: readonly string[]
  /** Catalogue images by reference; any other image gets a simulated size. */
  catalogue?: Readonly<Record<string, SimulatedImage>>
  quota?: DiskQuota
  /** True if a catalogue image includes JupyterLab. */
  jupyter?: (image: string) => boolean
}

export type SimulatorSettings = Required<Omit<SimulatorOptions, 'images' | 'delays'>> & {
  images: SimulatorOptions['images']
  delays: PhaseDelays
}

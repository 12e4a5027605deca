import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import type { SimulatorFaults } from './faults.ts'

/** One host of the simulated fleet. `memory_mb` in MiB; card ids are derived from the host's name. */
export interface SimulatedHost {
  name: string
  cpu: number
  memory_mb: number
  gpus: readonly { model: string; count: number }[]
}

/** Builds the hosts of the fleet; a lost host takes no new instances. */
export const buildFleetHosts = (hosts: readonly SimulatedHost[], faults: SimulatorFaults): ComputeHost[] =>
  hosts.map(({ name, cpu, memory_mb: memoryMb, gpus }) => ({
    name,
    cpu,
    memory_mb: memoryMb,
    gpus: buildVirtualGpus(name, gpus),
    schedulable: !faults.lost_hosts.has(name),
    isolation: [],
  }))

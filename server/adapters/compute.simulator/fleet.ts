import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { ComputeHost } from '#server/ports/compute-host.ts'
import type { SimulatorFaults } from './faults.ts'

/** One host of the pretended fleet. memory in MiB; card ids are derived from the host's name. */
export interface SimulatedHost {
  name: string
  cpu: number
  memory_mb: number
  gpus: readonly { model: string; count: number }[]
}

/** The fleet as hosts; one that is lost takes no new instances. */
export const buildFleetHosts = (hosts: readonly SimulatedHost[], faults: SimulatorFaults): ComputeHost[] =>
  hosts.map(({ name, cpu, memory_mb: memoryMb, gpus }) => ({
    name,
    cpu,
    memory_mb: memoryMb,
    gpus: buildVirtualGpus(name, gpus),
    schedulable: !faults.lost_hosts.has(name),
    isolation: [],
  }))

import { buildVirtualGpus } from '#server/adapters/compute.shared/gpu-uuid.ts'
import type { ComputeHost, HostCapabilities, HostReport } from '#server/ports/compute-host.ts'
import type { SimulatorFaults } from './faults.ts'

/** One host of the simulated fleet. `memory_mb` in MiB; card ids are derived from the host's name. */
export interface SimulatedHost {
  name: string
  cpu: number
  memory_mb: number
  gpus: readonly { model: string; count: number }[]
}

const capabilities: HostCapabilities = {
  keeps_system_disk: true,
  saves_images: true,
  moves_disks: true,
  shares_images: true,
  mounts_files: true,
  measures_disks: true,
  limits_system_disk: false,
  limits_data_disk: false,
  cards: 'uuid',
}

/** The hosts of the fleet as they describe themselves. */
export const buildFleetHosts = (
  hosts: readonly SimulatedHost[],
  { lacks, sick_cards: sickCards, lost_cards: lostCards }: SimulatorFaults,
): ComputeHost[] =>
  hosts.map(({ name, cpu, memory_mb: memoryMb, gpus }) => ({
    name,
    cpu,
    memory_mb: memoryMb,
    gpus: buildVirtualGpus(name, gpus)
      .filter(({ uuid }) => !lostCards.has(uuid))
      .map((card) => ({ ...card, ...sickCards.get(card.uuid) })),
    schedulable: true,
    isolation: [],
    capabilities: { ...capabilities, ...Object.fromEntries((lacks.get(name) ?? []).map((one) => [one, false])) },
    simulated: true,
  }))

/** A lost host does not answer. */
export const reportFleet = (hosts: readonly SimulatedHost[], faults: SimulatorFaults): HostReport[] =>
  buildFleetHosts(hosts, faults).map((facts) =>
    faults.lost_hosts.has(facts.name)
      ? { host: facts.name, problem: `主机 ${facts.name} 没有应答。` }
      : { host: facts.name, facts },
  )

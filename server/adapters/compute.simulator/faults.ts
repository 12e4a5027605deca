import type { Capability } from '#contract/capability-gaps.ts'
import type { DiskPresence, FailureReason } from '#server/ports/compute.ts'
import type { HostGpu } from '#server/ports/compute-host.ts'
import type { PullFault } from '#server/ports/driver-errors.ts'

/** Faults to inject in tests and demos. Fields may change at any time; the driver reads them at each call. */
export interface SimulatorFaults {
  /** Makes every call throw `DriverUnavailable`, as if the engine were down. */
  unavailable: boolean
  /** Number of next creations and boots that take effect although their response is lost. */
  lost_answers: number
  /** Result of the next pulls; pulls in progress are not affected. */
  pull_error: 'ImageNotFound' | PullFault | undefined
  /** Hosts that do not answer: no list tells of their instances, each of them shows `unknown`, and every operation on them fails. */
  lost_hosts: Set<string>
  /** Duration of a stop if the instance ignores the request; still limited by the grace period. */
  slow_stop_ms: number
  /** Number of next snapshots, relocations and disk copies that fail and leave a partial result. */
  interrupted_copies: number
  /** Disks to delete behind the platform's back at the next look at the instance; its record goes with the system disk. */
  removals: Map<string, DiskPresence>
  /** Instances that exit by themselves when they are next seen running. */
  crashes: Map<string, { reason: FailureReason; exit_code: number }>
  /** What hosts say they cannot do, by their names; they do it nevertheless. */
  lacks: Map<string, readonly Capability[]>
  /** What hosts say to be wrong with cards, by their UUIDs. */
  sick_cards: Map<string, Pick<HostGpu, 'health' | 'health_may_pass'>>
  /** UUIDs of cards that have fallen off the bus. */
  lost_cards: Set<string>
}

export const createSimulatorFaults = (): SimulatorFaults => ({
  unavailable: false,
  lost_answers: 0,
  pull_error: undefined,
  lost_hosts: new Set(),
  slow_stop_ms: 0,
  interrupted_copies: 0,
  removals: new Map(),
  crashes: new Map(),
  lacks: new Map(),
  sick_cards: new Map(),
  lost_cards: new Set(),
})

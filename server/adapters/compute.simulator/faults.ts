import type { DiskPresence, FailureReason } from '#server/ports/compute.ts'
import type { PullFault } from '#server/ports/driver-errors.ts'

/** What a test or a demo makes go wrong. Change the fields while the driver lives; it reads them at each call. */
export interface SimulatorFaults {
  /** Every call throws DriverUnavailable, as when the engine is down. */
  unavailable: boolean
  /** That many next creations and boots take effect although their answer is lost. */
  lost_answers: number
  /** How the next pulls end; pulls under way keep their own fate. */
  pull_error: 'ImageNotFound' | PullFault | undefined
  /** Hosts that do not answer: their instances show `unknown`, and nothing can be done to them. */
  lost_hosts: Set<string>
  /** How long a stop takes when the instance ignores the request; its grace still bounds it. */
  slow_stop_ms: number
  /** That many next snapshots, relocations and disk copies break off, and leave half of what they were making. */
  interrupted_copies: number
  /** Instances of which somebody removes disks past the platform when they are next looked at; their object goes with the system disk. */
  removals: Map<string, DiskPresence>
  /** Instances that exit by themselves when next looked at while running. */
  crashes: Map<string, { reason: FailureReason; exit_code: number }>
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
})

import type { Capabilities, CardGrant } from '#contract/capabilities.ts'
import type { HostIsolation } from '#contract/operator/hosts.ts'
import type { VendorName } from '#contract/vendors.ts'

export interface HostGpu {
  uuid: string
  model: string
  vendor?: VendorName
  /** What its tool reports to be wrong with it; Chinese, for operators. Absent: nothing. */
  health?: string
  /** That may pass by itself, such as heat; it counts once it lasts. */
  health_may_pass?: true
}

export interface HostCapabilities extends Capabilities {
  cards: CardGrant
}

/** A compute host; values are allocatable, not total capacity. memory in MiB. */
export interface ComputeHost {
  name: string
  cpu: number
  memory_mb: number
  gpus: HostGpu[]
  schedulable: boolean
  /** Why the host accepts no instances and how to fix it; Chinese, for operators. */
  problem?: string
  isolation: HostIsolation[]
  capabilities: HostCapabilities
  /** Nothing on it is real, so nobody may be charged for it. */
  simulated: boolean
}

/**
 * A host as it describes itself or, if it does not answer, why; Chinese, for operators. A driver of many engines says which one it
 * belongs to.
 */
export type HostReport = { host: string; engine?: string } & ({ facts: ComputeHost } | { facts?: undefined; problem: string })

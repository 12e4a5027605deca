import type { HostIsolation } from '#contract/operator/hosts.ts'
import type { DiskLimits } from '#contract/platform.ts'

export interface HostGpu {
  uuid: string
  model: string
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
}

/** Capabilities of an engine. */
export interface DriverCapabilities {
  rootfs_survives_stop: boolean
  disks: DiskLimits
  /** Whether `snapshot` works. */
  snapshot: boolean
  /** Whether `relocate` works: requires several hosts and a way to copy disks between them. */
  relocate: boolean
  gpu: 'uuid' | 'none'
  simulated: boolean
}

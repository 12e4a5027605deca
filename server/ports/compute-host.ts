import type { HostIsolation } from '#contract/operator/hosts.ts'
import type { DiskLimits } from '#contract/platform.ts'

export interface HostGpu {
  uuid: string
  model: string
}
/** Allocatable, not capacity. memory in MiB. */
export interface ComputeHost {
  name: string
  cpu: number
  memory_mb: number
  gpus: HostGpu[]
  schedulable: boolean
  /** Why it takes no instances, and how to mend it: Chinese, for operators. */
  problem?: string
  isolation: HostIsolation[]
}

/** What an engine can do. */
export interface DriverCapabilities {
  rootfs_survives_stop: boolean
  disks: DiskLimits
  /** Whether `snapshot` works. */
  snapshot: boolean
  /** Whether `relocate` works: more than one host, and a way between their disks. */
  relocate: boolean
  gpu: 'uuid' | 'none'
  simulated: boolean
}

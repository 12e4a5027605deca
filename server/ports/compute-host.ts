import type { HostIsolation } from '#contract/operator/hosts.ts'

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

import type { Clock } from '#server/ports/clock.ts'
import type { CardReader } from './nvidia.ts'
import type { RegistryAuthByHost } from './registry-auth.ts'

/** A network that instances may reach although it is no public one. */
export interface AllowedNetwork {
  /** `10.8.0.0/16`, or one address. */
  net: string
  /** TCP; all of them when absent. */
  port?: number
}

export interface DockerOptions {
  /** Unix socket of dockerd, or of `podman system service`. */
  socket_path: string
  clock: Clock
  /** Objects of other installations on the same engine are never looked at. */
  installation_id: string
  /** Name of the one host this engine is; the engine's own host name when absent. */
  host_name?: string
  /** Pretended cards for development without GPUs: scheduled and labelled like real ones, but no device is passed. */
  virtual_gpus?: readonly { model: string; count: number }[]
  /** The engine's runtime that instances run in, such as `runsc`; its usual one when absent. */
  runtime?: string
  /** Where lxcfs is mounted, if it is. */
  lxcfs_dir?: string
  /** What instances may not use of the host. */
  reserved?: { cpu: number; memory_mb: number }
  /** `skipped` gives instances to a host that they can reach the network of; `required` when absent. */
  host_check?: 'required' | 'skipped'
  /** What they may reach all the same. */
  egress_allow?: readonly AllowedNetwork[]
  /** What the host is checked with; an image that is there when absent. */
  check_image?: string
  /** Set when the engine's storage can limit disks (overlay2 on xfs with pquota); it cannot be asked for the latter. */
  disk_quota?: boolean
  /** New data disks are files in this folder of the engine's host, with a file system of the size that was sold. */
  data_disks_dir?: string
  /** As whom each registry knows us. */
  registry_auths?: RegistryAuthByHost
  /** Unset to reach instances through the engine's socket only, even where their bridge can be seen. */
  direct_dial?: boolean
  /** How long a call that should be quick may take. */
  call_timeout_ms?: number
  /** Reads the host's NVIDIA cards; runs `nvidia-smi` when absent. */
  read_cards?: CardReader
}

type OptionalSetting = 'host_name' | 'check_image' | 'data_disks_dir' | 'runtime'
export type DockerSettings = Required<Omit<DockerOptions, OptionalSetting>> & Pick<DockerOptions, OptionalSetting>

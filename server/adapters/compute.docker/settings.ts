import type { SavedImageRegistry } from '#server/adapters/oci-registry/saved-image-registry.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { EngineAccess } from '#server/ports/engines.ts'
import type { RegistryAuthByHost } from './registry-auth.ts'

/** A private network that instances may reach. */
export interface AllowedNetwork {
  /** `10.8.0.0/16` or a single address. */
  net: string
  /** TCP port; all ports if absent. */
  port?: number
}

export interface DockerOptions {
  /** How dockerd or `podman system service` is reached. */
  access: EngineAccess
  clock: Clock
  /** Separates installations: objects of others on the same engine are ignored. */
  installation_id: string
  /** Name of the engine's only host; defaults to the engine's host name. */
  host_name?: string
  /** Simulated cards for development without GPUs: scheduled and labelled like real ones, but no device is passed. */
  virtual_gpus?: readonly { model: string; count: number }[]
  /** Container runtime for instances, such as `runsc`; defaults to the engine's own. */
  runtime?: string
  /** Folder where lxcfs is mounted, if it is. */
  lxcfs_dir?: string
  /** Resources of the host that instances may not use. */
  reserved?: { cpu: number; memory_mb: number }
  /** Default `required`. `skipped` places instances on a host even if they can reach its network. */
  host_check?: 'required' | 'skipped'
  /** Private networks that instances may reach nevertheless. */
  egress_allow?: readonly AllowedNetwork[]
  /** Image used to check the host and to read its facts; defaults to one already on the engine. */
  check_image?: string
  /** Set if the engine's storage can limit disks (overlay2 on xfs with pquota); the engine does not report pquota. */
  disk_quota?: boolean
  /** Creates new data disks as files in this folder on the engine's host, each with a file system of the rented size. */
  data_disks_dir?: string
  /** Folders of the platform that instances mount; a host that lacks one on the same path mounts neither files nor data sets. */
  shared_folders?: readonly string[]
  /** Our credentials for each registry. */
  registry_auths?: RegistryAuthByHost
  /** Where saved images are kept for every host; without it, they stay on this one. */
  registry?: SavedImageRegistry
  /** Unset it to reach instances only through the engine's socket, even if their bridge is visible. */
  direct_dial?: boolean
  /** Timeout of calls that should be quick. */
  call_timeout_ms?: number
  /** Folder of the engine's host that stands for the host when facts are read; defaults to `/`. */
  probe_root?: string
}

type OptionalSetting = 'host_name' | 'check_image' | 'data_disks_dir' | 'registry' | 'runtime'
export type DockerSettings = Required<Omit<DockerOptions, OptionalSetting>> & Pick<DockerOptions, OptionalSetting>

export const completeSettings = (options: DockerOptions): DockerSettings => ({
  virtual_gpus: [],
  reserved: { cpu: 0, memory_mb: 512 },
  host_check: 'required',
  egress_allow: [],
  lxcfs_dir: '/var/lib/lxcfs',
  disk_quota: false,
  shared_folders: [],
  registry_auths: new Map(),
  direct_dial: options.access.by === 'unix',
  call_timeout_ms: 30_000,
  probe_root: '/',
  ...options,
})

import type { Duplex, Readable } from 'node:stream'
import type { HostReport } from './compute-host.ts'
import type { EngineNotes } from './engine-notes.ts'
import type { PullProgress } from './image-pull.ts'

/** State of an instance as a driver sees it, independent of the engine. */
export type InstancePhase =
  | 'absent'
  | 'pulling'
  | 'creating'
  | 'starting'
  | 'running'
  | 'stopping'
  | 'stopped'
  | 'failed'
  | 'unknown'

export type FailureReason =
  | 'NoCapacity'
  | 'ImageNotFound'
  | 'ImagePullFailed'
  | 'InvalidSpec'
  | 'PortConflict'
  | 'OutOfMemory'
  | 'Killed'
  | 'DiskFull'
  | 'ExitedError'
  | 'ExitedOk'
  | 'NodeLost'
  | 'GpuMissing'
  /** The engine ended it to protect its host, and may not start it there again. */
  | 'Evicted'

/** Which disks of one generation exist. */
export type DiskPresence = Record<'system' | 'data', boolean>

/** `state`: it may have stopped or paused; `oom`: a process in it was killed because memory ran out. */
export type OnInstanceChange = (id: string, what?: 'state' | 'oom') => void

/** Identifies one generation of an instance; drivers derive object names and labels from it, never from user text. */
export interface InstanceRef {
  installation_id: string
  id: string
  generation: number
}

/** An instance on the host that has its disks: a driver of many hosts asks that one, and no other. */
export interface PlacedInstanceRef extends InstanceRef {
  host: string
}

/** An instance whose disks are to be on another host. GB; a host that limits disks gives the data disk this size. */
export type MovingInstance = PlacedInstanceRef & Pick<InstanceSpec, 'data_disk_gb'>

/** A host folder mounted into the instance; its writes reach the folder immediately, or fail with EROFS if it is `read_only`. */
export interface FolderMount {
  /** Absolute path on the host. */
  source: string
  /** Absolute path in the instance: below `/datasets/`, or `/storage`. */
  target: string
  read_only: boolean
  /** The owner's quota, if smaller than the file system; shown to users but not enforced. */
  quota_bytes?: number
}

export interface InstanceSpec extends PlacedInstanceRef {
  /** Engine reference of the image, such as `zhisuan/pytorch:2.6`. */
  image: string
  /** Cores and MiB. */
  cpu: number
  memory_mb: number
  gpu_model: string
  /** Cards of the host by their names in its inventory, which are UUIDs or, with `capabilities.cards` `slot`, numbered places. */
  gpu_uuids: readonly string[]
  /** GB; enforced or only measured, depending on `capabilities.limits_*`. */
  sys_disk_gb: number
  data_disk_gb: number
  hostname: string
  /** OpenSSH public keys for root. */
  authorized_keys: readonly string[]
  /** Disks that existed at the last run: if one is gone, starting throws DiskLost instead of creating it anew. Absent: none. */
  expects?: DiskPresence
  /**
   * Changes apply at the next start. A missing source fails the start with MountMissing. Mounted content is never in a snapshot.
   */
  mounts?: readonly FolderMount[]
}

export interface ObservedInstance {
  ref: InstanceRef
  phase: InstancePhase
  reason?: FailureReason
  /** The engine's message, for operators and the timeline; never contains a secret. */
  message?: string
  exit_code?: number
  started_at?: Date
  /** Cards that it uses now, by their names in the inventory of its host; absent if none. */
  gpu_uuids?: readonly string[]
  observed_at: Date
}

/** What one host told of its instances. Nothing follows from what is not in `seen` unless it is `complete`. */
export interface HostListing {
  host: string
  complete: boolean
  seen: ObservedInstance[]
}

/** Current use of one card; null for whatever it does not report. */
export interface CardUse {
  /** Its own; or its place, while nobody told more. */
  uuid: string
  /** Its name in the inventory of its host, where that is a place; its UUID is then what the instance's own tool says. */
  slot?: string
  use_percent: number | null
  vram_mb: number | null
  temperature_c: number | null
  power_w: number | null
}

/**
 * Current usage of a running instance. Byte counters never decrease within a run and restart with the next; values unknown to the
 * engine are null, never 0.
 */
export interface UsageSample {
  id: string
  at: Date
  /** 0–100 of the instance's own cores. */
  cpu_percent: number
  memory_mb: number
  net_rx_bytes: number | null
  net_tx_bytes: number | null
  disk_read_bytes: number | null
  disk_write_bytes: number | null
  /** MiB in use. */
  sys_disk_mb: number | null
  data_disk_mb: number | null
  gpus: CardUse[]
}

export interface ExecOptions {
  cmd: string[]
  tty?: boolean
  cols?: number
  rows?: number
  /** Without a terminal: puts stderr on a separate stream, which must be read too. */
  apart?: boolean
  /** Without a terminal: much will be read or written, so the driver may connect stdin and stdout by a shorter way. */
  bulk?: boolean
}

export interface ExecSession {
  /** Terminal bytes both ways with `tty`; otherwise stdout and, unless `apart`, stderr. */
  stream: Duplex
  /** Only with `apart`. */
  stderr?: Readable
  resize(cols: number, rows: number): Promise<void>
  exit: Promise<number>
}

/**
 * Runs instances on one or many hosts. Every method is idempotent and level-triggered: after any failure, call it again. A host
 * that does not answer delays and hides nothing of another. Throws DriverError only.
 */
export interface ComputeDriver {
  readonly kind: 'simulator' | 'docker' | 'kubernetes' | 'fleet'
  /** Absent if nobody else can use the engine. */
  readonly notes?: EngineNotes
  health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }>
  /** Returns every host, also those that do not answer. Throws DriverUnavailable if it cannot tell which hosts there are. */
  inventory(signal?: AbortSignal): Promise<HostReport[]>
  /**
   * Adopts, creates or starts the instance and returns its current state quickly. Rejections are thrown; a later boot failure is
   * observed as `failed` until ensureStopped. Within a generation, changed cards and limits apply at the next start and keep the
   * system disk; a new generation replaces object and system disk. Throws Conflict if a newer generation exists or the data disk
   * is being copied, DiskLost if an expected disk is gone; on a host other than its disks' one of many hosts throws InvalidSpec.
   */
  ensureRunning(spec: InstanceSpec): Promise<ObservedInstance>
  /** Frees compute and keeps the disks. Ends as `stopped`, or `absent` if nothing had been created yet. */
  ensureStopped(ref: PlacedInstanceRef, options: { grace_seconds: number }): Promise<ObservedInstance>
  /**
   * Removes the instance up to this generation, and its disks unless a newer one exists; succeeds if absent. With
   * `keep_data_disk`, another generation can start on the same data later.
   */
  ensureAbsent(ref: PlacedInstanceRef, options?: { keep_data_disk?: boolean }): Promise<void>
  /** Finds the data disk of an instance, of whatever generation; `size_mb` is null if determining it is expensive. */
  findDataDisk(ref: PlacedInstanceRef): Promise<{ name: string; size_mb: number | null } | undefined>
  /** Observes exactly this generation. `absent` is a result, not an error. */
  observe(ref: PlacedInstanceRef): Promise<ObservedInstance>
  /** Returns the disks of exactly this generation; a disk that was never created counts as missing. */
  disks(ref: PlacedInstanceRef): Promise<DiskPresence>
  /**
   * Returns every object with our installation id, host by host, with one entry for each host. Throws DriverUnavailable if it
   * cannot tell which hosts there are, or if none of many engines answers.
   */
  list(signal?: AbortSignal): Promise<HostListing[]>
  /**
   * Calls `wake` with ids of instances that may have changed, and `onSilence` with hosts that do not answer any more; only hints.
   * Resolves when `signal` aborts or the watch ends.
   */
  watch(wake: OnInstanceChange, signal: AbortSignal, onSilence?: (host: string) => void): Promise<void>
  exec(ref: PlacedInstanceRef, options: ExecOptions): Promise<ExecSession>
  /** Returns the newest `tail` lines of console output as plain text; each begins with its UTC time and a space. */
  logs(ref: PlacedInstanceRef, options: { tail: number }): Promise<string[]>
  /** Streams new console output. */
  followLogs(ref: PlacedInstanceRef, signal: AbortSignal): Promise<Readable>
  /** Samples the running ones whose hosts answer. */
  usage(refs: readonly PlacedInstanceRef[]): Promise<UsageSample[]>
  /**
   * Saves the system disk of a running or stopped instance as image `target` for later specs; returns its size in MiB. May pause
   * a running instance briefly and take long. Excludes the data disk and our labels, environment, authorized keys, host keys and
   * shell histories. An interrupted call leaves no `target`; repeat it. An existing target of this generation always returns the
   * same, so each save needs a new name. Throws Conflict between the two states, InvalidSpec if another image has the name.
   */
  snapshot(ref: PlacedInstanceRef, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }>
  /**
   * Gives the saved image `source` the independent second name `target`; removing either keeps the other. Repeating it succeeds.
   * Throws ImageNotFound without `source`, and InvalidSpec if `source` was not saved or another image has the name.
   */
  copyImage(source: string, target: string): Promise<void>
  /**
   * Removes an image made by `snapshot` or `copyImage`, and no other (InvalidSpec); succeeds if absent. Instances keep running.
   */
  removeImage(image: string): Promise<void>
  /**
   * Gives every host a saved image that one host has; succeeds if they have it already. Throws ImageNotFound if that host has no
   * such image, and Unsupported without `capabilities.shares_images`.
   */
  shareImage(host: string, image: string): Promise<void>
  /**
   * Moves the disks of a stopped instance to another host; later specs must name that host and its cards. Succeeds if already
   * there; otherwise throws Unsupported without `capabilities.moves_disks` or if the hosts' engines are of two kinds, and Conflict
   * unless stopped. A move to the host where it is brings everything back that an interrupted one left elsewhere.
   */
  relocate(instance: MovingInstance, host: string, onProgress: (percent: number) => void): Promise<void>
  /**
   * Copies the data disk of a stopped instance to one that was never started; that one stays `absent`, and ensureAbsent deletes
   * the copy. Repeating it succeeds, even after `to` was started. Throws Conflict unless `from` is stopped, or if `to` has a disk
   * that is not a copy of it, and Unsupported between engines of two kinds. A partial copy is never visible.
   */
  copyDataDisk(from: PlacedInstanceRef, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void>
  /**
   * Connects to a TCP port in a running instance, loopback included; half-close is passed on. Throws PortClosed if nothing
   * listens, and Unsupported if the image has no tool to connect with. `signal` aborts only the connecting.
   */
  dial(ref: PlacedInstanceRef, port: number, signal?: AbortSignal): Promise<Duplex>
  /** Pulls an image to a host. Throws PullFailed with the cause, if the engine reports one. */
  ensureImage(host: string, image: string, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

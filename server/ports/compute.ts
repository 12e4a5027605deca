import type { Duplex, Readable } from 'node:stream'
import type { ComputeHost, DriverCapabilities } from './compute-host.ts'
import type { EngineNotes } from './engine-notes.ts'
import type { PullProgress } from './image-pull.ts'

/** What a driver sees of one instance, whatever the engine underneath. */
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

/** Whether the disks of one generation are there. */
export type DiskPresence = Record<'system' | 'data', boolean>

/** `state`: it may run no longer, or be paused; `oom`: a process in it was killed for want of memory. */
export type OnInstanceChange = (id: string, what?: 'state' | 'oom') => void

/** Names one generation of an instance; drivers derive object names and labels from it, never from user text. */
export interface InstanceRef {
  installation_id: string
  id: string
  generation: number
}

/**
 * A folder of the host that stands inside the instance; what the instance writes there is in the folder at once. Writing to
 * one that is `read_only` fails with EROFS.
 */
export interface FolderMount {
  /** Absolute, on the host. */
  source: string
  /** Absolute, in the instance: below `/datasets/`, or `/storage`. */
  target: string
  read_only: boolean
  /** What its owner may fill of it, where that is less than the file system has: said to people, enforced by nobody. */
  quota_bytes?: number
}

export interface InstanceSpec extends InstanceRef {
  host: string
  /** Engine reference of the image, such as `zhisuan/pytorch:2.6`. */
  image: string
  /** Cores and MiB. */
  cpu: number
  memory_mb: number
  gpu_model: string
  gpu_uuids: readonly string[]
  /** GB; enforced or only measured as `capabilities().disks` says. */
  sys_disk_gb: number
  data_disk_gb: number
  hostname: string
  /** OpenSSH public keys for root. */
  authorized_keys: readonly string[]
  /** The disks it had when it last ran: where one is gone, DiskLost instead of an empty one in its place. None when absent. */
  expects?: DiskPresence
  /** Changes apply at the next start. A source that is gone fails it with MountMissing; what it holds is never in a snapshot. */
  mounts?: readonly FolderMount[]
}

export interface ObservedInstance {
  ref: InstanceRef
  phase: InstancePhase
  reason?: FailureReason
  /** Engine's words, for operators and the timeline; never a secret. */
  message?: string
  exit_code?: number
  started_at?: Date
  observed_at: Date
}

/**
 * What a running instance uses now. Counters of bytes never fall within one run and begin anew with the next; what an
 * engine cannot tell is null, never 0.
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
  gpus: { uuid: string; use_percent: number; vram_mb: number; temperature_c: number; power_w: number }[]
}

export interface ExecOptions {
  cmd: string[]
  tty?: boolean
  cols?: number
  rows?: number
  /** Without a terminal: what the program writes to stderr comes on a stream of its own, which must be read too. */
  apart?: boolean
}

export interface ExecSession {
  /** Terminal bytes both ways when `tty`, else stdout and, unless it is kept `apart`, stderr down. */
  stream: Duplex
  /** Only when asked for `apart`. */
  stderr?: Readable
  resize(cols: number, rows: number): Promise<void>
  exit: Promise<number>
}

/**
 * Where instances run. Every method is idempotent and level-triggered: call it again after any failure.
 * `list` yields every object with our installation id or throws; a partial list is never returned.
 * Throws DriverError only.
 */
export interface ComputeDriver {
  readonly kind: 'simulator' | 'docker' | 'kubernetes'
  /** Absent where nobody else can use the engine. */
  readonly notes?: EngineNotes
  capabilities(): Promise<DriverCapabilities>
  health(signal?: AbortSignal): Promise<{ ok: boolean; version?: string; problem?: string }>
  inventory(signal?: AbortSignal): Promise<ComputeHost[]>
  /**
   * Adopts, creates or starts; returns quickly with what it sees now. A refusal is thrown; a boot that fails afterwards is
   * observed as `failed` and stays so until ensureStopped. Within a generation, changed cards and limits apply at the next
   * start and keep the system disk; a new generation replaces object and system disk. Conflict when a newer one exists, or
   * while its data disk is being copied. InvalidSpec on another host than the one its disks are on. DiskLost when a disk that
   * the spec expects is gone.
   */
  ensureRunning(spec: InstanceSpec): Promise<ObservedInstance>
  /** Frees compute, keeps the disks. Ends `stopped`, or `absent` when nothing had been made yet. */
  ensureStopped(ref: InstanceRef, options: { grace_seconds: number }): Promise<ObservedInstance>
  /**
   * Removes the instance up to this generation, and its disks unless a newer one exists; absent is success.
   * `keep_data_disk`: what is left can be started again by another generation of it, on the same data.
   */
  ensureAbsent(ref: InstanceRef, options?: { keep_data_disk?: boolean }): Promise<void>
  /** The data disk of an instance, whatever else is there of it; `size_mb` is null where telling it is not cheap. */
  findDataDisk(id: string): Promise<{ name: string; size_mb: number | null } | undefined>
  /** Exactly this generation. `absent` is an answer, not an error. */
  observe(ref: InstanceRef): Promise<ObservedInstance>
  /** Of exactly this generation; what was never made is not there. */
  disks(ref: InstanceRef): Promise<DiskPresence>
  list(signal?: AbortSignal): Promise<ObservedInstance[]>
  /** Calls `wake` with instance ids that may have changed, a hint only. Resolves when `signal` aborts or the watch ends. */
  watch(wake: OnInstanceChange, signal: AbortSignal): Promise<void>
  exec(ref: InstanceRef, options: ExecOptions): Promise<ExecSession>
  /** Console output, newest `tail` lines, plain text; each begins with its time in UTC and a space. */
  logs(ref: InstanceRef, options: { tail: number }): Promise<string[]>
  /** Follows new console output. */
  followLogs(ref: InstanceRef, signal: AbortSignal): Promise<Readable>
  usage(refs: readonly InstanceRef[]): Promise<UsageSample[]>
  /**
   * Saves the system disk of a running or stopped instance as the image `target`, which later specs may name; a running
   * one may be paused for a moment. Neither the data disk nor our labels, environment, authorized keys, host keys and shell
   * histories are in it. Answers its size in MiB. Takes its time: a call cut short leaves no `target`, and is made again;
   * a target saved from this generation answers the same for ever, so each saving needs a name of its own. Conflict
   * between the two states, InvalidSpec when another image has that name.
   */
  snapshot(ref: InstanceRef, target: string, onProgress: (percent: number) => void): Promise<{ size_mb: number }>
  /**
   * Makes `target` another name of the saved image `source`, with a life of its own: removing either leaves the other.
   * Again is success; ImageNotFound without `source`, InvalidSpec when `source` was not saved or another image has the name.
   */
  copyImage(source: string, target: string): Promise<void>
  /** Removes an image made by `snapshot` or `copySnapshot`, and no other (InvalidSpec); absent is success, what runs from it goes on. */
  removeImage(image: string): Promise<void>
  /**
   * Moves the disks of a stopped instance to another host; from now on specs name that one, and cards of it. There already
   * is success, without `capabilities().relocate` anything else is Unsupported. Conflict unless stopped.
   */
  relocate(ref: InstanceRef, host: string, onProgress: (percent: number) => void): Promise<void>
  /**
   * Copies the data disk of a stopped instance to one that was not started yet, which stays `absent`; ensureAbsent deletes
   * the copy. Again is success, after `to` was started too. Conflict unless `from` is stopped, or when `to` has a disk that
   * is no copy of it. Half a copy is never seen.
   */
  copyDataDisk(from: InstanceRef, to: InstanceSpec, onProgress: (percent: number) => void): Promise<void>
  /**
   * Connects to a TCP port inside a running instance, its loopback included; our end of writing is passed on. PortClosed
   * when nothing listens there, Unsupported when the image has nothing to connect with. `signal` cuts the connecting only.
   */
  dial(ref: InstanceRef, port: number, signal?: AbortSignal): Promise<Duplex>
  /** PullFailed says what went wrong where the engine does. */
  ensureImage(image: string, onProgress: (progress: PullProgress) => void, signal?: AbortSignal): Promise<void>
  close(): Promise<void>
}

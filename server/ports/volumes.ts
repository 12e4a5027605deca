import type { Readable } from 'node:stream'

/** A file tree: a user's files in a region, the content of one data set version, the pending uploads, or exports. */
export type Volume = `files/${string}/${string}` | `data-sets/${string}` | 'uploads' | 'exports'

export const toPersonalVolume = (regionId: string, userId: string): Volume => `files/${regionId}/${userId}`
export const toDatasetVolume = (versionId: string): Volume => `data-sets/${versionId}`

/**
 * Reserved folder at the root of a volume: never listed, walked or counted, and reachable only by path. Multi-step results are
 * built here and then moved to their destination.
 */
export const stagingFolder = '.zhisuan'

/** A file or folder. Links, devices and sockets left by programs are never reported. */
export interface VolumeEntry {
  /** Relative path with slashes, without a leading slash; the root is ''. */
  path: string
  kind: 'file' | 'folder'
  /** 0 for a folder. */
  size_bytes: number
  changed_at: Date
}

export interface VolumePath {
  volume: Volume
  path: string
}

/**
 * Stores files in folders of this machine or in a bucket. Paths are as in VolumeEntry; a path that climbs out, is invalid or
 * leads through a link is refused (`bad_path`). A volume without writes is an empty root. Throws VolumeError, or the medium's own
 * error if it is unavailable.
 */
export interface VolumeStore {
  readonly kind: 'folder' | 's3'
  /** Returns the medium's health, possibly a few seconds old; never throws. Without `patience_ms` it returns immediately. */
  health(wait?: { patience_ms: number }): Promise<StorageHealth>
  stat(place: VolumePath): Promise<VolumeEntry | undefined>
  /** Lists one level: folders first, each kind by name. */
  list(place: VolumePath): Promise<VolumeEntry[]>
  /** Iterates over all files below, by path; on this machine, does not descend deeper than 1,024 folder levels. */
  walk(place: VolumePath): AsyncIterable<VolumeEntry>
  /** Reads bytes from `start` to `end`, both inclusive; everything without a range. */
  read(place: VolumePath, range?: { start: number; end: number }): Promise<Readable>
  /** Writes a file atomically, creating missing folders. `replace` overwrites a file; otherwise throws `exists`. */
  write(place: VolumePath, bytes: Readable, options?: { replace?: boolean }): Promise<{ size_bytes: number; sha256: string }>
  /** Creates the folder and its parents; succeeds if it exists. */
  makeFolder(place: VolumePath): Promise<void>
  /** Moves within one volume; throws `exists` if `to` is taken, `bad_path` if moved into itself. */
  move(volume: Volume, from: string, to: string): Promise<void>
  /**
   * Moves a file to another volume atomically, creating missing folders. `replace` overwrites a file; otherwise throws `exists`.
   */
  bring(from: VolumePath, to: VolumePath, options?: { replace?: boolean }): Promise<void>
  /** Copies a file or a folder tree; replaces what is at `to`. May be repeated after any failure. */
  copy(from: VolumePath, to: VolumePath): Promise<void>
  /** Removes a file or a folder tree; succeeds if absent. The root empties the volume. */
  remove(place: VolumePath): Promise<void>
  /** Adds up all files; `onFile` sees each of them. */
  usage(volume: Volume, onFile?: (file: VolumeEntry) => void): Promise<{ bytes: number; files: number }>
  /** Returns the host folder at which instances can mount the volume, created if needed; undefined if hosts cannot access it. */
  hostFolder(volume: Volume): Promise<string | undefined>
}

/** `unfit`: the medium responds but lacks a required capability. */
export interface StorageHealth {
  state: 'ok' | 'unreachable' | 'unfit'
  /** The affected medium and the reason, for operators. */
  problem?: string
}

/** `no_access`: a program set permissions that deny us access. */
export type VolumeFault = 'not_found' | 'exists' | 'not_a_folder' | 'not_a_file' | 'bad_path' | 'no_access'

export class VolumeError extends Error {
  readonly fault: VolumeFault

  constructor(fault: VolumeFault, path: string) {
    super(`${fault}: ${path}`)
    this.fault = fault
  }
}

/** Where files are stored: in a bucket, or in folders below the data folder. */
export interface StorageSettings {
  data_dir: string
  s3: S3Settings | undefined
}

/** Address of a bucket and how to connect to it. */
export interface S3Settings {
  /** Undefined: Amazon's own endpoint. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Prefix of all keys: empty, or ends with a slash. */
  prefix: string
  /** Undefined: the machine's role provides the credentials. */
  access_key: { id: string; secret: string } | undefined
  path_style: boolean
  /** Folder at which every host has the prefix mounted. */
  mount_dir: string | undefined
}

import type { Readable } from 'node:stream'

/** One tree of files: what a person stores in a region, the content of one version of a data set, or what is being uploaded. */
export type Volume = `files/${string}/${string}` | `data-sets/${string}` | 'uploads'

export const toPersonalVolume = (regionId: string, userId: string): Volume => `files/${regionId}/${userId}`
export const toDatasetVolume = (versionId: string): Volume => `data-sets/${versionId}`

/**
 * At the root of a volume, the house's own: never listed, walked or counted, reached only by its path. What is made step by
 * step grows here and is then moved to where it belongs.
 */
export const stagingFolder = '.zhisuan'

/** A file or folder; nothing else is ever told of: links, devices and sockets that a program left there do not exist here. */
export interface VolumeEntry {
  /** Relative, with slashes, no leading one; the root is ''. */
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
 * Where files lie: folders of this machine or a bucket. Paths are as in VolumeEntry; one that climbs out, names nothing or
 * leads through a link is refused (`bad_path`). A volume that nobody wrote to is an empty root. Throws VolumeError, or
 * whatever the medium throws when it is away.
 */
export interface VolumeStore {
  readonly kind: 'folder' | 's3'
  /** How the medium is now, or was a few seconds ago; never throws. Who does not say how long he waits gets an answer at once. */
  health(wait?: { patience_ms: number }): Promise<StorageHealth>
  stat(place: VolumePath): Promise<VolumeEntry | undefined>
  /** One level, folders first, each kind by name. */
  list(place: VolumePath): Promise<VolumeEntry[]>
  /** Every file below, by path; a folder of this machine that is deeper than 1,024 levels is not gone down into. */
  walk(place: VolumePath): AsyncIterable<VolumeEntry>
  /** Bytes from `start` to `end`, both included; all of them without a range. */
  read(place: VolumePath, range?: { start: number; end: number }): Promise<Readable>
  /** Seen whole or not at all; folders on the way are made. `replace` overwrites a file, else `exists`. */
  write(place: VolumePath, bytes: Readable, options?: { replace?: boolean }): Promise<{ size_bytes: number; sha256: string }>
  /** With all folders on the way; one that is there is success. */
  makeFolder(place: VolumePath): Promise<void>
  /** Within one volume; `exists` when something is at `to`, `bad_path` into itself. */
  move(volume: Volume, from: string, to: string): Promise<void>
  /** A file into another volume, seen there whole or not at all; folders on the way are made. `replace` overwrites a file, else `exists`. */
  bring(from: VolumePath, to: VolumePath, options?: { replace?: boolean }): Promise<void>
  /** A file or a folder with all it holds; what is at `to` already is replaced. May be called again after any failure. */
  copy(from: VolumePath, to: VolumePath): Promise<void>
  /** A file or a folder with all it holds; absent is success. The root empties the volume. */
  remove(place: VolumePath): Promise<void>
  usage(volume: Volume): Promise<{ bytes: number; files: number }>
  /** The folder, on the hosts where instances run, at which the volume can be mounted, made if need be; undefined where hosts cannot see it. */
  hostFolder(volume: Volume): Promise<string | undefined>
}

/** `unfit`: it answers, and does not do what is needed of it. */
export interface StorageHealth {
  state: 'ok' | 'unreachable' | 'unfit'
  /** Which medium and why, in words for whoever runs it. */
  problem?: string
}

/** `no_access`: a program left it with rights that keep us out. */
export type VolumeFault = 'not_found' | 'exists' | 'not_a_folder' | 'not_a_file' | 'bad_path' | 'no_access'

export class VolumeError extends Error {
  readonly fault: VolumeFault

  constructor(fault: VolumeFault, path: string) {
    super(`${fault}: ${path}`)
    this.fault = fault
  }
}

/** Where files are kept: in a bucket, or else in folders below the data folder. */
export interface StorageSettings {
  data_dir: string
  s3: S3Settings | undefined
}

/** Where a bucket is, and how to speak to it. */
export interface S3Settings {
  /** Amazon's own when undefined. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** Of all keys: empty, or ends with a slash. */
  prefix: string
  /** From the machine's role when undefined. */
  access_key: { id: string; secret: string } | undefined
  path_style: boolean
  /** Where every host has what is below the prefix mounted. */
  mount_dir: string | undefined
}

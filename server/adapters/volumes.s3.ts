import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { NoSuchKey, NotFound, S3ServiceException } from '@aws-sdk/client-s3'
import { type ObjectBucket, openObjectBucket, type StoredObject } from '#server/adapters/volumes.bucket.ts'
import {
  compareBytes,
  isVolumePathWithin,
  joinVolumePath,
  parsePathBelowRoot,
  parseVolumePath,
} from '#server/adapters/volumes.path.ts'
import { createStoreHealthCheck } from '#server/adapters/volumes.s3-health.ts'
import { sumVolumeUsage } from '#server/adapters/volumes.usage.ts'
import {
  type S3Settings,
  stagingFolder,
  type Volume,
  type VolumeEntry,
  VolumeError,
  type VolumePath,
  type VolumeStore,
} from '#server/ports/volumes.ts'

/** Maximum key length in bytes, one less to leave room for the trailing slash of a folder. */
const maxKeyBytes = 1023

/** Timestamp of a folder that has no folder object. */
const unknownTime = new Date(0)

const isNotFound = (error: unknown): boolean =>
  error instanceof NoSuchKey || error instanceof NotFound || (error as S3ServiceException).$metadata?.httpStatusCode === 404

/** Passes bytes through while counting and hashing them. */
async function* hashBytes(bytes: Readable, sum: { size_bytes: number; hash: ReturnType<typeof createHash> }) {
  for await (const chunk of bytes) {
    const part: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
    sum.size_bytes += part.length
    sum.hash.update(part)
    yield part
  }
}

/**
 * Stores volumes as objects of a bucket, one object per file. A folder is an empty object whose key ends with a slash, or
 * just a common prefix. Moving copies first and then deletes: after a failure in between, both exist.
 */
export function createS3Volumes(settings: S3Settings, bucket: ObjectBucket = openObjectBucket(settings)): VolumeStore {
  const rootOf = (volume: Volume) => `${joinVolumePath(parseVolumePath(volume))}/`
  const keyOf = ({ volume, path }: VolumePath) => {
    const key = rootOf(volume) + joinVolumePath(parseVolumePath(path))
    // Check here: for a key that is too long the store only answers "bad request".
    if (Buffer.byteLength(settings.prefix + key) > maxKeyBytes) throw new VolumeError('bad_path', path)
    return key
  }
  const below = (place: VolumePath) => (place.path === '' ? rootOf(place.volume) : `${keyOf(place)}/`)

  const fileOf = (path: string, { size, at }: StoredObject): VolumeEntry => ({
    path,
    kind: 'file',
    size_bytes: size,
    changed_at: at,
  })
  const folderOf = (path: string, at = unknownTime): VolumeEntry => ({ path, kind: 'folder', size_bytes: 0, changed_at: at })

  async function stat(place: VolumePath): Promise<VolumeEntry | undefined> {
    if (place.path === '') return folderOf('')
    const object = await bucket.head(keyOf(place))
    if (object) return fileOf(place.path, object)
    const marker = await bucket.head(below(place))
    return marker || (await bucket.any(below(place))) ? folderOf(place.path, marker?.at) : undefined
  }

  async function list(place: VolumePath): Promise<VolumeEntry[]> {
    const start = below(place)
    const folders: VolumeEntry[] = []
    const files: VolumeEntry[] = []
    let exists = place.path === ''
    for await (const { key, object } of bucket.level(start)) {
      exists = true
      const name = key.slice(start.length)
      const path = joinVolumePath([...parseVolumePath(place.path), name])
      if (name === '' || (place.path === '' && name === stagingFolder)) continue
      if (object) files.push(fileOf(path, object))
      else folders.push(folderOf(path))
    }
    if (!exists) throw new VolumeError((await bucket.head(keyOf(place))) ? 'not_a_folder' : 'not_found', place.path)
    const byPath = (one: VolumeEntry, other: VolumeEntry) => compareBytes(one.path, other.path)
    return [...folders.sort(byPath), ...files.sort(byPath)]
  }

  async function* walk(place: VolumePath): AsyncGenerator<VolumeEntry> {
    const start = below(place)
    for await (const { key, object } of bucket.below(start)) {
      const path = key.slice(rootOf(place.volume).length)
      if (!key.endsWith('/') && !isVolumePathWithin(path, stagingFolder)) yield fileOf(path, object)
    }
  }

  /** Creates an object for each folder on the path, so that no folder disappears with its last file. */
  async function makeFolder({ volume, path }: VolumePath): Promise<void> {
    const names = parseVolumePath(path)
    for (let depth = 1; depth <= names.length; depth += 1) {
      const folder = { volume, path: joinVolumePath(names.slice(0, depth)) }
      if (await bucket.head(keyOf(folder))) throw new VolumeError('not_a_folder', folder.path)
      await bucket.put(below(folder), Buffer.alloc(0))
    }
  }

  const parentOf = ({ volume, path }: VolumePath): VolumePath => ({ volume, path: joinVolumePath(parsePathBelowRoot(path)[0]) })

  async function write(place: VolumePath, bytes: Readable, { replace = false } = {}) {
    // The stream may fail before anyone reads it; the later read reports the error.
    bytes.on('error', () => undefined)
    try {
      const there = await stat(place)
      if (there?.kind === 'folder' || (there && !replace)) throw new VolumeError('exists', place.path)
      await makeFolder(parentOf(place))
      const sum = { size_bytes: 0, hash: createHash('sha256') }
      await bucket.putStream(keyOf(place), hashBytes(bytes, sum))
      return { size_bytes: sum.size_bytes, sha256: sum.hash.digest('hex') }
    } finally {
      bytes.destroy()
    }
  }

  async function read(place: VolumePath, range?: { start: number; end: number }): Promise<Readable> {
    parsePathBelowRoot(place.path)
    try {
      return await bucket.get(keyOf(place), range)
    } catch (error) {
      if (!isNotFound(error)) throw error
      throw new VolumeError((await stat(place)) ? 'not_a_file' : 'not_found', place.path)
    }
  }

  async function copy(from: VolumePath, to: VolumePath): Promise<void> {
    const found = await stat(from)
    if (!found) throw new VolumeError('not_found', from.path)
    if (from.volume === to.volume && isVolumePathWithin(to.path, from.path)) throw new VolumeError('bad_path', to.path)
    await remove(to)
    if (found.kind === 'file') {
      await makeFolder(parentOf(to))
      return bucket.copy(keyOf(from), keyOf(to), found.size_bytes)
    }
    await makeFolder(to)
    for await (const { key, object } of bucket.below(below(from))) {
      await bucket.copy(key, below(to) + key.slice(below(from).length), object.size)
    }
  }

  async function move(volume: Volume, from: string, to: string): Promise<void> {
    const [source, target] = [
      { volume, path: from },
      { volume, path: to },
    ]
    parsePathBelowRoot(from)
    parsePathBelowRoot(to)
    if (isVolumePathWithin(to, from)) throw new VolumeError(to === from ? 'exists' : 'bad_path', to)
    if (!(await stat(source))) throw new VolumeError('not_found', from)
    if (await stat(target)) throw new VolumeError('exists', to)
    await copy(source, target)
    await remove(source)
  }

  async function bring(from: VolumePath, to: VolumePath, { replace = false } = {}): Promise<void> {
    const object = await bucket.head(keyOf(from))
    if (!object) throw new VolumeError('not_found', from.path)
    const there = await stat(to)
    if (there?.kind === 'folder' || (there && !replace)) throw new VolumeError('exists', to.path)
    await makeFolder(parentOf(to))
    await bucket.copy(keyOf(from), keyOf(to), object.size)
    await bucket.remove(keyOf(from))
  }

  async function remove(place: VolumePath): Promise<void> {
    if (place.path === '') return bucket.removeBelow(rootOf(place.volume))
    const parent = parentOf(place)
    if (!(await stat(place))) return
    if (parent.path !== '') await bucket.put(below(parent), Buffer.alloc(0))
    await bucket.removeBelow(below(place))
    await bucket.remove(keyOf(place))
  }

  return {
    kind: 's3',
    health: createStoreHealthCheck(settings),
    stat: withPathErrors(stat),
    list: withPathErrors(list),
    walk,
    read: withPathErrors(read),
    write: withPathErrors(write),
    makeFolder: withPathErrors(makeFolder),
    move: (volume, from, to) => withPathErrors((place: VolumePath) => move(volume, place.path, to))({ volume, path: from }),
    bring: withPathErrors(bring),
    copy: withPathErrors(copy),
    remove: withPathErrors(remove),
    usage: (volume, onFile) => sumVolumeUsage(walk({ volume, path: '' }), onFile),
    hostFolder: async (volume) => {
      if (settings.mount_dir === undefined) return undefined
      await bucket.put(rootOf(volume), Buffer.alloc(0))
      return join(settings.mount_dir, volume)
    },
  }
}

/** Maps the one store error that the path causes, a key that is too long, to `bad_path`. */
const withPathErrors =
  <Rest extends unknown[], T>(work: (place: VolumePath, ...rest: Rest) => Promise<T>) =>
  async (place: VolumePath, ...rest: Rest): Promise<T> => {
    try {
      return await work(place, ...rest)
    } catch (error) {
      if (error instanceof S3ServiceException && error.name === 'KeyTooLongError') throw new VolumeError('bad_path', place.path)
      throw error
    }
  }

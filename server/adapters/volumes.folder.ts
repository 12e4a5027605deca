import { createHash, randomUUID } from 'node:crypto'
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { dayMs } from '#contract/day.ts'
import { OpenFolder, toVolumeError } from '#server/adapters/volumes.open-folder.ts'
import {
  compareBytes,
  isVolumePathWithin,
  joinVolumePath,
  parsePathBelowRoot,
  parseVolumePath,
} from '#server/adapters/volumes.path.ts'
import { sumVolumeUsage } from '#server/adapters/volumes.usage.ts'
import { listVolumeEntries, toVolumeEntry, walkFiles } from '#server/adapters/volumes.walk.ts'
import { type Volume, type VolumeEntry, VolumeError, type VolumePath, type VolumeStore } from '#server/ports/volumes.ts'

const sweepIntervalMs = 3_600_000
/** An active writer never leaves a file untouched this long. */
const abandonedAfterMs = dayMs

const entryName = ({ path }: VolumeEntry) => path.slice(path.lastIndexOf('/') + 1)
const compareFoldersFirst = (one: VolumeEntry, other: VolumeEntry) =>
  Number(other.kind === 'folder') - Number(one.kind === 'folder') || compareBytes(entryName(one), entryName(other))
/** Writes all bytes and syncs them to disk. */
async function writeToDisk(bytes: Readable, path: string): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o644)
  let sizeBytes = 0
  try {
    for await (const chunk of bytes) {
      const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
      hash.update(part)
      sizeBytes += part.length
      for (let from = 0; from < part.length; ) from += (await file.write(part, from)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size_bytes: sizeBytes, sha256: hash.digest('hex') }
}

/**
 * Stores volumes as folders on this machine. Instances write to them too, so nothing in them is trusted; see `OpenFolder`.
 * Files being written lie outside the volumes, invisible to every instance.
 */
export function createFolderVolumes(dir: string): VolumeStore {
  const root = resolve(dir)
  const fresh = join(root, '.writing')
  let sweptMs = 0

  /** Deletes unfinished files of a killed server, by the clock of the disk, which sets the timestamps. */
  async function sweep(written: string): Promise<void> {
    const { mtimeMs: now } = await lstat(written)
    if (Math.abs(now - sweptMs) < sweepIntervalMs) return
    sweptMs = now
    for (const left of (await readdir(fresh)).map((name) => join(fresh, name))) {
      const found = await lstat(left).catch(() => undefined)
      if (found && now - found.mtimeMs > abandonedAfterMs) await unlink(left).catch(() => undefined)
    }
  }

  /** Runs `work` on the open folder at `names` and closes the folder. */
  async function within<T>(
    { volume, path }: VolumePath,
    names: readonly string[],
    work: (folder: OpenFolder) => Promise<T>,
    make = false,
  ): Promise<T> {
    try {
      const folder = await OpenFolder.reach(root, [...parseVolumePath(volume), ...names], make)
      try {
        return await work(folder)
      } finally {
        await folder.close()
      }
    } catch (error) {
      throw toVolumeError(error, path)
    }
  }

  async function stat(place: VolumePath): Promise<VolumeEntry | undefined> {
    if (place.path === '') return { path: '', kind: 'folder', size_bytes: 0, changed_at: new Date(0) }
    const [names, name] = parsePathBelowRoot(place.path)
    try {
      return await within(place, names, async (folder) => toVolumeEntry(place.path, await folder.look(name)))
    } catch (error) {
      if (error instanceof VolumeError && ['not_found', 'not_a_folder'].includes(error.fault)) return undefined
      throw error
    }
  }

  async function list(place: VolumePath): Promise<VolumeEntry[]> {
    const names = parseVolumePath(place.path)
    try {
      const entries = await within(place, names, (folder) => listVolumeEntries(folder, place.path))
      return entries.sort(compareFoldersFirst)
    } catch (error) {
      if (names.length === 0 && error instanceof VolumeError && error.fault === 'not_found') return []
      throw error
    }
  }

  const walk = (place: VolumePath): AsyncGenerator<VolumeEntry> =>
    walkFiles(place.path, () => OpenFolder.reach(root, [...parseVolumePath(place.volume), ...parseVolumePath(place.path)]))

  /** Puts one of our files under a name; replaces an existing file only if `replace` is set. */
  async function put(from: string, folder: OpenFolder, name: string, replace: boolean): Promise<void> {
    const there = await folder.look(name)
    if (there?.isDirectory() || (there && !replace)) throw new VolumeError('exists', name)
    if (replace) await rename(from, folder.at(name))
    // `link` fails if the name exists, even if it appeared just now.
    else await link(from, folder.at(name)).then(() => unlink(from))
    await folder.sync()
  }

  async function write(place: VolumePath, bytes: Readable, { replace = false } = {}) {
    const [names, name] = parsePathBelowRoot(place.path)
    const writing = join(fresh, randomUUID())
    // The stream may fail before anyone reads it; the later read reports the error.
    bytes.on('error', () => undefined)
    try {
      await mkdir(fresh, { recursive: true })
      const written = await writeToDisk(bytes, writing)
      await sweep(writing)
      await within(place, names, (folder) => put(writing, folder, name, replace), true)
      return written
    } finally {
      bytes.destroy()
      await unlink(writing).catch(() => undefined)
    }
  }

  async function read({ volume, path }: VolumePath, range?: { start: number; end: number }): Promise<Readable> {
    const [names, name] = parsePathBelowRoot(path)
    return within({ volume, path }, names, async (folder) => {
      const file = await folder.openFile(name)
      return file.createReadStream({ ...range, highWaterMark: 262_144 })
    })
  }

  async function move(volume: Volume, from: string, to: string): Promise<void> {
    const [fromNames, fromName] = parsePathBelowRoot(from)
    const [toNames, toName] = parsePathBelowRoot(to)
    if (isVolumePathWithin(to, from)) throw new VolumeError(to === from ? 'exists' : 'bad_path', to)
    await within({ volume, path: from }, fromNames, async (source) => {
      if (!toVolumeEntry(from, await source.look(fromName))) throw new VolumeError('not_found', from)
      const place = { volume, path: to }
      const into = async (target: OpenFolder) => {
        if (await target.look(toName)) throw new VolumeError('exists', to)
        await rename(source.at(fromName), target.at(toName))
        await target.sync()
      }
      await within(place, toNames, into, true)
    })
  }

  async function bring(from: VolumePath, to: VolumePath, { replace = false } = {}): Promise<void> {
    const [fromNames, fromName] = parsePathBelowRoot(from.path)
    const [toNames, toName] = parsePathBelowRoot(to.path)
    await within(from, fromNames, async (source) => {
      const file = await source.openFile(fromName)
      await file.sync().finally(() => file.close())
      await within(to, toNames, (target) => put(source.at(fromName), target, toName, replace), true)
    })
  }

  async function copy(from: VolumePath, to: VolumePath): Promise<void> {
    const found = await stat(from)
    if (!found) throw new VolumeError('not_found', from.path)
    if (found.kind === 'file') return void (await write(to, await read(from), { replace: true }))
    const same = from.volume === to.volume
    if (same && isVolumePathWithin(to.path, from.path)) throw new VolumeError('bad_path', to.path)
    await remove(to)
    await makeFolder(to)
    for (const entry of await list(from)) {
      await copy({ ...from, path: entry.path }, { ...to, path: joinVolumePath([...parseVolumePath(to.path), entryName(entry)]) })
    }
  }

  async function remove(place: VolumePath): Promise<void> {
    const [names, name] = place.path === '' ? [[], ''] : parsePathBelowRoot(place.path)
    try {
      if (place.path !== '') return await within(place, names, (folder) => folder.clear(name))
      const [volumeNames, volumeName] = parsePathBelowRoot(place.volume)
      const parent = await OpenFolder.reach(root, volumeNames)
      await parent.clear(volumeName).finally(() => parent.close())
    } catch (error) {
      const fault = toVolumeError(error, place.path)
      if (fault instanceof VolumeError && ['not_found', 'not_a_folder'].includes(fault.fault)) return
      throw fault
    }
  }

  const makeFolder = (place: VolumePath): Promise<void> => within(place, parseVolumePath(place.path), async () => undefined, true)

  return {
    kind: 'folder',
    health: () =>
      lstat(root).then(
        () => ({ state: 'ok' }),
        ({ code }) => ({ state: 'unreachable', problem: `文件夹 ${root} 没有应答：${code}` }),
      ),
    stat,
    list,
    walk,
    read,
    write,
    makeFolder,
    move,
    bring,
    copy,
    remove,
    usage: (volume, onFile) => sumVolumeUsage(walk({ volume, path: '' }), onFile),
    hostFolder: async (volume) => {
      await makeFolder({ volume, path: '' })
      return join(root, volume)
    },
  }
}

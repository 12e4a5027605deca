import { createHash, randomUUID } from 'node:crypto'
import { link, lstat, mkdir, open, readdir, rename, unlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { asVolumeError, HeldFolder } from '#server/adapters/volumes.open-folder.ts'
import { byBytes, isWithin, namesBelowRoot, namesOf, pathOf } from '#server/adapters/volumes.path.ts'
import { entriesOf, entryOf, filesBelow } from '#server/adapters/volumes.walk.ts'
import { type Place, type Volume, type VolumeEntry, VolumeError, type Volumes } from '#server/ports/volumes.ts'

const swept_every_ms = 3_600_000
/** Nobody who still writes leaves a file alone for so long. */
const left_alone_ms = 86_400_000

const nameOf = ({ path }: VolumeEntry) => path.slice(path.lastIndexOf('/') + 1)
const foldersFirst = (one: VolumeEntry, other: VolumeEntry) =>
  Number(other.kind === 'folder') - Number(one.kind === 'folder') || byBytes(nameOf(one), nameOf(other))
/** Writes to the end, to the disk. */
async function drain(bytes: Readable, path: string): Promise<{ size_bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o644)
  let size_bytes = 0
  try {
    for await (const chunk of bytes) {
      const part = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk)
      hash.update(part)
      size_bytes += part.length
      for (let from = 0; from < part.length; ) from += (await file.write(part, from)).bytesWritten
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return { size_bytes, sha256: hash.digest('hex') }
}

/**
 * Volumes as folders of this machine, which instances on it write to as well: nothing in them is trusted, see HeldFolder.
 * What is being written lies beside the volumes, out of sight of every instance.
 */
export function folderVolumes(dir: string): Volumes {
  const root = resolve(dir)
  const fresh = join(root, '.writing')
  let swept_ms = 0

  /** Takes away what was being written when a server was killed; by the clock that stamps files, which is the disk's. */
  async function sweep(written: string): Promise<void> {
    const { mtimeMs: now } = await lstat(written)
    if (Math.abs(now - swept_ms) < swept_every_ms) return
    swept_ms = now
    for (const left of (await readdir(fresh)).map((name) => join(fresh, name))) {
      const found = await lstat(left).catch(() => undefined)
      if (found && now - found.mtimeMs > left_alone_ms) await unlink(left).catch(() => undefined)
    }
  }

  /** Works in the folder that `names` lead to and lets go of it. */
  async function within<T>(
    { volume, path }: Place,
    names: readonly string[],
    work: (folder: HeldFolder) => Promise<T>,
    make = false,
  ): Promise<T> {
    try {
      const folder = await HeldFolder.reach(root, [...namesOf(volume), ...names], make)
      try {
        return await work(folder)
      } finally {
        await folder.close()
      }
    } catch (error) {
      throw asVolumeError(error, path)
    }
  }

  async function stat(place: Place): Promise<VolumeEntry | undefined> {
    if (place.path === '') return { path: '', kind: 'folder', size_bytes: 0, changed_at: new Date(0) }
    const [names, name] = namesBelowRoot(place.path)
    try {
      return await within(place, names, async (folder) => entryOf(place.path, await folder.look(name)))
    } catch (error) {
      if (error instanceof VolumeError && ['not_found', 'not_a_folder'].includes(error.fault)) return undefined
      throw error
    }
  }

  async function list(place: Place): Promise<VolumeEntry[]> {
    const names = namesOf(place.path)
    try {
      const entries = await within(place, names, (folder) => entriesOf(folder, place.path))
      return entries.sort(foldersFirst)
    } catch (error) {
      if (names.length === 0 && error instanceof VolumeError && error.fault === 'not_found') return []
      throw error
    }
  }

  const walk = (place: Place): AsyncGenerator<VolumeEntry> =>
    filesBelow(place.path, () => HeldFolder.reach(root, [...namesOf(place.volume), ...namesOf(place.path)]))

  /** Puts a file of ours at a name, onto another only when told to. */
  async function put(from: string, folder: HeldFolder, name: string, replace: boolean): Promise<void> {
    const there = await folder.look(name)
    if (there?.isDirectory() || (there && !replace)) throw new VolumeError('exists', name)
    if (replace) await rename(from, folder.at(name))
    // A link is made only where nothing is, even if something came there just now.
    else await link(from, folder.at(name)).then(() => unlink(from))
    await folder.sync()
  }

  async function write(place: Place, bytes: Readable, { replace = false } = {}) {
    const [names, name] = namesBelowRoot(place.path)
    const writing = join(fresh, randomUUID())
    // It may break before anybody reads it, and is told of when somebody does.
    bytes.on('error', () => undefined)
    try {
      await mkdir(fresh, { recursive: true })
      const written = await drain(bytes, writing)
      await sweep(writing)
      await within(place, names, (folder) => put(writing, folder, name, replace), true)
      return written
    } finally {
      bytes.destroy()
      await unlink(writing).catch(() => undefined)
    }
  }

  async function read({ volume, path }: Place, range?: { start: number; end: number }): Promise<Readable> {
    const [names, name] = namesBelowRoot(path)
    return within({ volume, path }, names, async (folder) => {
      const file = await folder.openFile(name)
      return file.createReadStream({ ...range, highWaterMark: 262_144 })
    })
  }

  async function move(volume: Volume, from: string, to: string): Promise<void> {
    const [from_names, from_name] = namesBelowRoot(from)
    const [to_names, to_name] = namesBelowRoot(to)
    if (isWithin(to, from)) throw new VolumeError(to === from ? 'exists' : 'bad_path', to)
    await within({ volume, path: from }, from_names, async (source) => {
      if (!entryOf(from, await source.look(from_name))) throw new VolumeError('not_found', from)
      const place = { volume, path: to }
      const into = async (target: HeldFolder) => {
        if (await target.look(to_name)) throw new VolumeError('exists', to)
        await rename(source.at(from_name), target.at(to_name))
        await target.sync()
      }
      await within(place, to_names, into, true)
    })
  }

  async function bring(from: Place, to: Place, { replace = false } = {}): Promise<void> {
    const [from_names, from_name] = namesBelowRoot(from.path)
    const [to_names, to_name] = namesBelowRoot(to.path)
    await within(from, from_names, async (source) => {
      const file = await source.openFile(from_name)
      await file.sync().finally(() => file.close())
      await within(to, to_names, (target) => put(source.at(from_name), target, to_name, replace), true)
    })
  }

  async function copy(from: Place, to: Place): Promise<void> {
    const found = await stat(from)
    if (!found) throw new VolumeError('not_found', from.path)
    if (found.kind === 'file') return void (await write(to, await read(from), { replace: true }))
    const same = from.volume === to.volume
    if (same && isWithin(to.path, from.path)) throw new VolumeError('bad_path', to.path)
    await remove(to)
    await makeFolder(to)
    for (const entry of await list(from)) {
      await copy({ ...from, path: entry.path }, { ...to, path: pathOf([...namesOf(to.path), nameOf(entry)]) })
    }
  }

  async function remove(place: Place): Promise<void> {
    const [names, name] = place.path === '' ? [[], ''] : namesBelowRoot(place.path)
    try {
      if (place.path !== '') return await within(place, names, (folder) => folder.clear(name))
      const [volume_names, volume_name] = namesBelowRoot(place.volume)
      const parent = await HeldFolder.reach(root, volume_names)
      await parent.clear(volume_name).finally(() => parent.close())
    } catch (error) {
      const fault = asVolumeError(error, place.path)
      if (fault instanceof VolumeError && ['not_found', 'not_a_folder'].includes(fault.fault)) return
      throw fault
    }
  }

  const makeFolder = (place: Place): Promise<void> => within(place, namesOf(place.path), async () => undefined, true)

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
    usage: async (volume) => {
      const total = { bytes: 0, files: 0 }
      for await (const { size_bytes } of walk({ volume, path: '' })) {
        total.bytes += size_bytes
        total.files += 1
      }
      return total
    },
    hostFolder: async (volume) => {
      await makeFolder({ volume, path: '' })
      return join(root, volume)
    },
  }
}

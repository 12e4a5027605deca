import type { Stats } from 'node:fs'
import { maxOpenFolders, type OpenFolder, toVolumeError } from '#server/adapters/volumes.open-folder.ts'
import { compareBytes } from '#server/adapters/volumes.path.ts'
import { stagingFolder, type VolumeEntry, VolumeError } from '#server/ports/volumes.ts'

const maxParallelLookups = 64
/** Depth limit of a walk; no API call can name a path even half as deep. */
const maxWalkDepth = 1024

export function toVolumeEntry(path: string, found: Stats | undefined): VolumeEntry | undefined {
  if (found?.isDirectory()) return { path, kind: 'folder', size_bytes: 0, changed_at: found.mtime }
  if (found?.isFile()) return { path, kind: 'file', size_bytes: found.size, changed_at: found.mtime }
}

const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** Lists the entries of the folder at `path` that have a valid name, looking up a few at a time. */
export async function listVolumeEntries(folder: OpenFolder, path: string): Promise<VolumeEntry[]> {
  const seen = await folder.names()
  const shown = path === '' ? seen.filter((name) => name !== stagingFolder) : seen
  const entries: VolumeEntry[] = []
  for (let i = 0; i < shown.length; i += maxParallelLookups) {
    const looked = shown
      .slice(i, i + maxParallelLookups)
      .map(async (name) => toVolumeEntry(joinPath(path, name), await folder.look(name)))
    for (const entry of await Promise.all(looked)) if (entry) entries.push(entry)
  }
  return entries
}

/** One folder on the current path of the walk. */
interface WalkLevel {
  path: string
  name: string
  /** Entries still to visit; the next one is last. */
  left: { name: string; entry: VolumeEntry }[]
  /** Set only for the deepest few levels, which stay open. */
  folder: OpenFolder | undefined
}

async function openLevel(folder: OpenFolder, path: string, name: string): Promise<WalkLevel> {
  const start = path === '' ? 0 : path.length + 1
  const left = (await listVolumeEntries(folder, path)).map((entry) => ({ name: entry.path.slice(start), entry }))
  // Sort a folder by the keys of its contents.
  const keyOf = ({ name, entry }: WalkLevel['left'][number]) => (entry.kind === 'folder' ? `${name}/` : name)
  return { path, name, left: left.sort((one, other) => compareBytes(keyOf(other), keyOf(one))), folder }
}

/**
 * Yields every file below the folder at `path`, in path order. Each step opens a name relative to an open folder, so the cost
 * depends on the size of a tree, not on its depth. Entries deeper than `maxWalkDepth` are skipped.
 */
export async function* walkFiles(path: string, reach: () => Promise<OpenFolder>): AsyncGenerator<VolumeEntry> {
  const levels: WalkLevel[] = []
  try {
    const top = await openTopLevel(path, reach)
    if (top) levels.push(top)
    for (let level = top; level; level = levels.at(-1)) {
      const next = level.left.pop()
      if (!next) {
        levels.pop()
        await level.folder?.close()
      } else if (next.entry.kind === 'file') yield next.entry
      else if (levels.length < maxWalkDepth) await enterFolder(levels, level, next, reach)
    }
  } finally {
    for (const { folder } of levels) await folder?.close()
  }
}

/** Opens the top folder; undefined for a volume that was never written to. */
async function openTopLevel(path: string, reach: () => Promise<OpenFolder>): Promise<WalkLevel | undefined> {
  let folder: OpenFolder | undefined
  try {
    folder = await reach()
    return await openLevel(folder, path, '')
  } catch (error) {
    await folder?.close()
    const fault = toVolumeError(error, path)
    if (path === '' && fault instanceof VolumeError && fault.fault === 'not_found') return
    throw fault
  }
}

/** Enters a folder; skips it if it was deleted meanwhile or a program made it inaccessible. */
async function enterFolder(
  levels: WalkLevel[],
  above: WalkLevel,
  { name, entry: { path } }: WalkLevel['left'][number],
  reach: () => Promise<OpenFolder>,
): Promise<void> {
  if (!above.folder) await reopenLevels(levels, reach)
  if (!above.folder) return
  let folder: OpenFolder | undefined
  try {
    folder = await above.folder.enter(name)
    levels.push(await openLevel(folder, path, name))
  } catch (error) {
    await folder?.close()
    rethrowUnlessFault(error, path)
  }
  const letGo = levels.at(-1 - maxOpenFolders)
  await letGo?.folder?.close()
  if (letGo) letGo.folder = undefined
}

/**
 * Reopens the deepest levels from the top, after their descriptors were closed for deeper ones. It reopens many at once, so
 * that one walk from the top serves as many steps up. Levels below a deleted folder have nothing left to visit.
 */
async function reopenLevels(levels: WalkLevel[], reach: () => Promise<OpenFolder>): Promise<void> {
  const firstHeld = Math.max(0, levels.length - maxOpenFolders)
  let folder: OpenFolder | undefined
  for (const [depth, level] of levels.entries()) {
    const above = folder
    try {
      folder = above ? await above.enter(level.name) : await reach()
    } catch (error) {
      for (const lost of levels.slice(depth)) lost.left = []
      return rethrowUnlessFault(error, level.path)
    } finally {
      if (depth <= firstHeld) await above?.close()
    }
    if (depth >= firstHeld) level.folder = folder
  }
}

function rethrowUnlessFault(error: unknown, path: string): void {
  if (!(toVolumeError(error, path) instanceof VolumeError)) throw error
}

import type { Stats } from 'node:fs'
import { maxOpenFolders, type OpenFolder, toVolumeError } from '#server/adapters/volumes.open-folder.ts'
import { compareBytes } from '#server/adapters/volumes.path.ts'
import { stagingFolder, type VolumeEntry, VolumeError } from '#server/ports/volumes.ts'

const maxParallelLookups = 64
/** No call can name what lies half as deep. */
const maxWalkDepth = 1024

export function toVolumeEntry(path: string, found: Stats | undefined): VolumeEntry | undefined {
  if (found?.isDirectory()) return { path, kind: 'folder', size_bytes: 0, changed_at: found.mtime }
  if (found?.isFile()) return { path, kind: 'file', size_bytes: found.size, changed_at: found.mtime }
}

const joinPath = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** What can be named in the folder at `path`, looked at a few at a time. */
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

/** A folder on the way down. */
interface WalkLevel {
  path: string
  name: string
  /** What is still to be walked, the next one last. */
  left: { name: string; entry: VolumeEntry }[]
  /** The lowest few are held open. */
  folder: OpenFolder | undefined
}

async function openLevel(folder: OpenFolder, path: string, name: string): Promise<WalkLevel> {
  const start = path === '' ? 0 : path.length + 1
  const left = (await listVolumeEntries(folder, path)).map((entry) => ({ name: entry.path.slice(start), entry }))
  // A folder stands where what is below it stands.
  const keyOf = ({ name, entry }: WalkLevel['left'][number]) => (entry.kind === 'folder' ? `${name}/` : name)
  return { path, name, left: left.sort((one, other) => compareBytes(keyOf(other), keyOf(one))), folder }
}

/**
 * Every file below the folder at `path`, by path. Each step goes from an open folder to a name in it, so that what a program
 * left there costs what it is large, not how deep it goes; what lies deeper than `maxWalkDepth` is not told of.
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

/** Undefined for a volume that nobody has written to. */
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

/** Into a folder; one that went away meanwhile, or that a program keeps us out of, has nothing to tell. */
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
 * Opens the lowest levels anew, from the top, after their descriptors went to deeper ones. It holds many of them, so that the
 * way down is gone once for as many ways up. Below one that is gone nothing is left.
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

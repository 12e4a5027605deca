import type { Stats } from 'node:fs'
import { asVolumeError, deepest_held, type HeldFolder } from '#server/adapters/volumes.open-folder.ts'
import { byBytes } from '#server/adapters/volumes.path.ts'
import { staging_folder, type VolumeEntry, VolumeError } from '#server/ports/volumes.ts'

const at_once = 64
/** No call can name what lies half as deep. */
const deepest_walked = 1024

export function entryOf(path: string, found: Stats | undefined): VolumeEntry | undefined {
  if (found?.isDirectory()) return { path, kind: 'folder', size_bytes: 0, changed_at: found.mtime }
  if (found?.isFile()) return { path, kind: 'file', size_bytes: found.size, changed_at: found.mtime }
}

const pathBelow = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/** What can be named in the folder at `path`, looked at a few at a time. */
export async function entriesOf(folder: HeldFolder, path: string): Promise<VolumeEntry[]> {
  const seen = await folder.names()
  const shown = path === '' ? seen.filter((name) => name !== staging_folder) : seen
  const entries: VolumeEntry[] = []
  for (let i = 0; i < shown.length; i += at_once) {
    const looked = shown.slice(i, i + at_once).map(async (name) => entryOf(pathBelow(path, name), await folder.look(name)))
    for (const entry of await Promise.all(looked)) if (entry) entries.push(entry)
  }
  return entries
}

/** A folder on the way down. */
interface Level {
  path: string
  name: string
  /** What is still to be walked, the next one last. */
  left: { name: string; entry: VolumeEntry }[]
  /** The lowest few are held open. */
  folder: HeldFolder | undefined
}

async function levelOf(folder: HeldFolder, path: string, name: string): Promise<Level> {
  const start = path === '' ? 0 : path.length + 1
  const left = (await entriesOf(folder, path)).map((entry) => ({ name: entry.path.slice(start), entry }))
  // A folder stands where what is below it stands.
  const keyOf = ({ name, entry }: Level['left'][number]) => (entry.kind === 'folder' ? `${name}/` : name)
  return { path, name, left: left.sort((one, other) => byBytes(keyOf(other), keyOf(one))), folder }
}

/**
 * Every file below the folder at `path`, by path. Each step goes from an open folder to a name in it, so that what a program
 * left there costs what it is large, not how deep it goes; what lies deeper than `deepest_walked` is not told of.
 */
export async function* filesBelow(path: string, reach: () => Promise<HeldFolder>): AsyncGenerator<VolumeEntry> {
  const levels: Level[] = []
  try {
    const top = await topLevel(path, reach)
    if (top) levels.push(top)
    for (let level = top; level; level = levels.at(-1)) {
      const next = level.left.pop()
      if (!next) {
        levels.pop()
        await level.folder?.close()
      } else if (next.entry.kind === 'file') yield next.entry
      else if (levels.length < deepest_walked) await goDown(levels, level, next, reach)
    }
  } finally {
    for (const { folder } of levels) await folder?.close()
  }
}

/** Undefined for a volume that nobody has written to. */
async function topLevel(path: string, reach: () => Promise<HeldFolder>): Promise<Level | undefined> {
  let folder: HeldFolder | undefined
  try {
    folder = await reach()
    return await levelOf(folder, path, '')
  } catch (error) {
    await folder?.close()
    const fault = asVolumeError(error, path)
    if (path === '' && fault instanceof VolumeError && fault.fault === 'not_found') return
    throw fault
  }
}

/** Into a folder; one that went away meanwhile, or that a program keeps us out of, has nothing to tell. */
async function goDown(
  levels: Level[],
  above: Level,
  { name, entry: { path } }: Level['left'][number],
  reach: () => Promise<HeldFolder>,
): Promise<void> {
  if (!above.folder) await holdAgain(levels, reach)
  if (!above.folder) return
  let folder: HeldFolder | undefined
  try {
    folder = await above.folder.enter(name)
    levels.push(await levelOf(folder, path, name))
  } catch (error) {
    await folder?.close()
    refuseUnlessFault(error, path)
  }
  const let_go = levels.at(-1 - deepest_held)
  await let_go?.folder?.close()
  if (let_go) let_go.folder = undefined
}

/**
 * Opens the lowest levels anew, from the top, after their descriptors went to deeper ones. It holds many of them, so that the
 * way down is gone once for as many ways up. Below one that is gone nothing is left.
 */
async function holdAgain(levels: Level[], reach: () => Promise<HeldFolder>): Promise<void> {
  const first_held = Math.max(0, levels.length - deepest_held)
  let folder: HeldFolder | undefined
  for (const [depth, level] of levels.entries()) {
    const above = folder
    try {
      folder = above ? await above.enter(level.name) : await reach()
    } catch (error) {
      for (const lost of levels.slice(depth)) lost.left = []
      return refuseUnlessFault(error, level.path)
    } finally {
      if (depth <= first_held) await above?.close()
    }
    if (depth >= first_held) level.folder = folder
  }
}

function refuseUnlessFault(error: unknown, path: string): void {
  if (!(asVolumeError(error, path) instanceof VolumeError)) throw error
}

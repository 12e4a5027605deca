import { isExcludedFromSnapshot } from '#server/adapters/compute.shared/snapshot-exclusions.ts'
import { isDeletionMark } from '#server/adapters/oci-registry/layer-archive.ts'
import { UnsupportedOperation } from '#server/ports/driver-errors.ts'

/** What `stat` tells of a file. Times in seconds; each character of the path, `./usr/bin/x`, stands for one byte. */
export interface ListedFile {
  path: string
  type: 'folder' | 'file' | 'socket' | 'other'
  /** Type and permissions, owner and group. */
  access: string
  size: number
  modified_at: number
  changed_at: number
  inode: string
  links: number
}

type Listed = AsyncIterable<ListedFile> | Iterable<ListedFile>

/** What a layer has to hold so that the files of an image become those of a disk. */
export interface DiskChanges {
  /** Files that are new or changed, and the folders they are in, each before what is in it. */
  paths: string[]
  /** Files and folders of the image that are gone; nothing within those. */
  deleted: string[]
  /** Of the contents of `paths`. */
  bytes: number
}

/** What is held of one disk at a time. */
const changedFilesMax = 1_000_000

const types: Record<number, ListedFile['type']> = { 16384: 'folder', 32768: 'file', 49152: 'socket' }
const typeBits = 0xf000
const linePattern = /^([0-9a-f]+) (\d+ \d+) (\d+) (-?\d+) (-?\d+) (\d+) (\d+) (\.\/.*)$/
/** The runtime writes its own there, of each container. */
const runtimeFiles = ['./etc/hosts', './etc/hostname', './etc/resolv.conf']

/** Reads a line of `stat -c '%f %u %g %s %Y %Z %i %h %n'`; undefined if it is none. */
export function parseListedFile(line: string): ListedFile | undefined {
  const [, mode = '', owners = '', size, modified, changed, inode = '', links, path = ''] = linePattern.exec(line) ?? []
  if (path === '') return undefined
  return {
    path,
    type: types[Number.parseInt(mode, 16) & typeBits] ?? 'other',
    access: `${mode} ${owners}`,
    size: Number(size),
    modified_at: Number(modified),
    changed_at: Number(changed),
    inode,
    links: Number(links),
  }
}

/**
 * Compares the files of a disk with those of its image, both sorted by path. A file has changed if the image's differs by what
 * `stat` tells, or if it was changed after `filledAt`: its size and time of content may be as before. What no image may have, such
 * as keys of hosts and people, counts as gone.
 */
export async function computeDiskChanges(disk: Listed, image: Listed, filledAt?: number): Promise<DiskChanges> {
  const changes = new ChangeSet()
  const left = iterate(image)
  let known = await left.next()
  for await (const file of disk) {
    for (; !known.done && known.value.path < file.path; known = await left.next()) changes.addDeleted(known.value)
    const before = !known.done && known.value.path === file.path ? known.value : undefined
    if (before) known = await left.next()
    const isKept = changes.add(file, before, filledAt)
    if (before && !isKept) changes.addDeleted(before)
  }
  for (; !known.done; known = await left.next()) changes.addDeleted(known.value)
  return changes.end()
}

/** Adds files whose paths cannot be listed in lines, and of which therefore only the path is known. */
export function addUnlistedFiles(changes: DiskChanges, disk: readonly string[], image: readonly string[]): DiskChanges {
  const there = new Set(disk)
  const gone = image.filter((path) => !there.has(path))
  const all = new Set([...changes.deleted, ...gone])
  const deleted = gone.filter((path) => !listFolders(path).some((folder) => all.has(folder)))
  const paths = [...changes.paths, ...disk.filter((path) => !isLeftOut(path))]
  return { ...changes, paths: addFolders(paths, deleted), deleted: [...changes.deleted, ...deleted] }
}

const isLeftOut = (path: string): boolean => isExcludedFromSnapshot(path) || isDeletionMark(path)
const getFolder = (path: string): string => path.slice(0, path.lastIndexOf('/'))

/** The folders that a path is in, the nearest first. */
function listFolders(path: string): string[] {
  const folders: string[] = []
  for (let folder = getFolder(path); folder !== '.'; folder = getFolder(folder)) folders.push(folder)
  return folders
}

/** Throws `UnsupportedOperation` for more than can be held. */
export function assertFew(files: number): void {
  if (files > changedFilesMax) throw new UnsupportedOperation(`a disk has more than ${changedFilesMax} changed files`)
}

/** Without its folders, an engine would make some of its own, with other owners. */
function addFolders(paths: Iterable<string>, deleted: Iterable<string>): string[] {
  const all = new Set(paths)
  for (const path of [...all, ...deleted]) for (const folder of listFolders(path)) all.add(folder)
  return [...all].sort()
}

class ChangeSet {
  readonly #changed = new Map<string, { file: ListedFile; isInImage: boolean }>()
  readonly #deleted: string[] = []
  /** Folders of the image that are none on the disk: what was in them needs no word of its own. */
  readonly #gone = new Set<string>()
  /** Inodes of files that may not be in an image: nor may other names of theirs. */
  readonly #secret = new Set<string>()

  /** Returns whether the file counts as there. */
  add(file: ListedFile, before: ListedFile | undefined, filledAt = Number.POSITIVE_INFINITY): boolean {
    const { path, type, links } = file
    if (runtimeFiles.includes(path)) return true
    if (isLeftOut(path) || type === 'socket') {
      if (links > 1 && type !== 'folder') this.#secret.add(file.inode)
      return false
    }
    if (before?.type === 'folder' && type !== 'folder') this.#gone.add(path)
    if (!before || file.changed_at > filledAt || isOther(file, before)) this.#changed.set(path, { file, isInImage: !!before })
    assertFew(this.#changed.size)
    return true
  }

  addDeleted({ path, type }: ListedFile): void {
    if (runtimeFiles.includes(path)) return
    if (type === 'folder') this.#gone.add(path)
    if (!this.#gone.has(getFolder(path))) this.#deleted.push(path)
    assertFew(this.#deleted.length + this.#gone.size)
  }

  end(): DiskChanges {
    let bytes = 0
    for (const [path, { file, isInImage }] of this.#changed) {
      if (file.type === 'folder' || !this.#secret.has(file.inode)) {
        if (file.type === 'file') bytes += file.size
        continue
      }
      this.#changed.delete(path)
      if (isInImage) this.#deleted.push(path)
    }
    return { paths: addFolders(this.#changed.keys(), this.#deleted), deleted: this.#deleted, bytes }
  }
}

const isOther = (file: ListedFile, before: ListedFile): boolean =>
  file.access !== before.access ||
  file.modified_at !== before.modified_at ||
  (file.type !== 'folder' && file.size !== before.size)

async function* iterate(files: Listed): AsyncGenerator<ListedFile> {
  yield* files
}

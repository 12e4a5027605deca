import { limits } from '#contract/limits.ts'
import { findFileNameFault } from '#contract/storage-path.ts'

/** An archive's claims about one of its files, before they are verified. */
export interface ArchiveEntry {
  name: string
  compressed_bytes: number
  size_bytes: number
  /** Offset of the entry's record in the archive. */
  starts_at: number
  /** Compression method: 0 stored, 8 deflated. */
  method: number
  encrypted: boolean
  /** Unix file type bits; 0 if none are given. */
  unix_type: number
}

export interface ExtractEntry {
  path: string
  kind: 'file' | 'folder'
  size_bytes: number
}

/** The reason an archive is not extracted, in words for its owner. */
export class BadArchive extends Error {}

const unixFile = 0o100000
const unixFolder = 0o040000
const recordBytes = 30

const toShownName = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name).replace(/\p{C}/gu, '�')

/** Checks the length before any other work on a name, because that work grows with its length. */
export function assertArchiveNameLength(bytes: number): void {
  if (bytes > limits.filePathMaxBytes) throw new BadArchive(`压缩包里有过长的路径，最多 ${limits.filePathMaxBytes} 字节`)
}

/** Normalises an entry name to a relative path without trailing slash, under the same naming rules as manual input. */
function parseEntryPath(name: string): string {
  assertArchiveNameLength(Buffer.byteLength(name))
  const path = name.replaceAll('\\', '/').replace(/\/+$/, '')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw new BadArchive(`压缩包里有绝对路径：${toShownName(name)}`)
  const names = path.split('/').filter((part) => part !== '.')
  if (names.length > limits.extractLevels)
    throw new BadArchive(`压缩包里的文件夹超过 ${limits.extractLevels} 层：${toShownName(name)}`)
  if (names.includes('..')) throw new BadArchive(`压缩包里有指向外面的路径：${toShownName(name)}`)
  for (const part of names) {
    const fault = findFileNameFault(part)
    if (fault) throw new BadArchive(`压缩包里的名称不能使用（${fault}）：${toShownName(name)}`)
  }
  return names.map((part) => part.normalize('NFC')).join('/')
}

function parseEntryKind(entry: ArchiveEntry): 'file' | 'folder' {
  if (entry.encrypted) throw new BadArchive('压缩包有密码，请去掉密码后重新压缩')
  if (entry.method !== 0 && entry.method !== 8)
    throw new BadArchive('压缩包用了不支持的压缩方式，请用普通的 zip（deflate）重新压缩')
  const folder = /[/\\]$/.test(entry.name)
  if (![0, unixFile, unixFolder].includes(entry.unix_type))
    throw new BadArchive(`压缩包里有链接或特殊文件：${toShownName(entry.name)}`)
  return folder || entry.unix_type === unixFolder ? 'folder' : 'file'
}

/** Detects records that share bytes: a zip bomb technique. */
function createOverlapCheck(): { add(entry: ArchiveEntry): void; refuse(): void } {
  const ends = new Map<number, number>()
  const refusal = () => new BadArchive('压缩包里的文件互相重叠，不能解压')
  return {
    add: ({ starts_at: startsAt, compressed_bytes: compressedBytes }) => {
      if (ends.has(startsAt)) throw refusal()
      ends.set(startsAt, startsAt + recordBytes + compressedBytes)
    },
    refuse: () => {
      let end = 0
      for (const start of Float64Array.from(ends.keys()).sort()) {
        if (start < end) throw refusal()
        end = ends.get(start)!
      }
    },
  }
}

/**
 * Refuses duplicate names and files below a file. Stores names as a tree, keyed by parent folder number, so that each name is
 * looked up once.
 */
function createNameTree(): { add(entry: ExtractEntry): void } {
  const known = new Map<string, { id: number; kind: ExtractEntry['kind'] }>()
  let folders = 0
  const refusal = (path: string) => new BadArchive(`压缩包里有重复的名称：${toShownName(path)}`)
  return {
    add: ({ path, kind }) => {
      const names = path.split('/')
      let parent = 0
      for (const [level, name] of names.entries()) {
        const last = level === names.length - 1
        const wanted = last ? kind : 'folder'
        const key = `${parent}/${name}`
        const there = known.get(key)
        if (there && (there.kind === 'file' || wanted === 'file')) throw refusal(names.slice(0, level + 1).join('/'))
        if (!there && wanted === 'folder') folders += 1
        if (folders > limits.extractFolders) throw new BadArchive(`压缩包里的文件夹超过 ${limits.extractFolders} 个`)
        const node = there ?? { id: known.size + 1, kind: wanted }
        known.set(key, node)
        parent = node.id
      }
    },
  }
}

interface Plan {
  all: ExtractEntry[]
  total_bytes: number
}

/**
 * Plans the extraction of an archive of this size. Throws BadArchive if it must not be extracted (product §7). Many long names
 * are slow, so run it in a separate thread.
 */
export function computeExtractPlan(entries: readonly ArchiveEntry[], archiveBytes: number): Plan {
  if (entries.length > limits.extractFiles) throw new BadArchive(`压缩包里的文件超过 ${limits.extractFiles} 个`)
  const all: ExtractEntry[] = []
  const records = createOverlapCheck()
  const names = createNameTree()
  let totalBytes = 0
  for (const entry of entries) {
    const unpacked: ExtractEntry = { path: parseEntryPath(entry.name), kind: parseEntryKind(entry), size_bytes: entry.size_bytes }
    all.push(unpacked)
    records.add(entry)
    if (unpacked.path === '') continue
    names.add(unpacked)
    if (unpacked.kind === 'file') totalBytes += unpacked.size_bytes
  }
  if (all.every(({ path }) => path === '')) throw new BadArchive('压缩包是空的')
  if (totalBytes > archiveBytes * limits.extractRatio) {
    throw new BadArchive(`解压后是压缩包的 ${limits.extractRatio} 倍以上，不能解压`)
  }
  records.refuse()
  return { all, total_bytes: totalBytes }
}

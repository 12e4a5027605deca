import { limits } from '#contract/limits.ts'
import { faultOfFileName } from '#contract/storage-path.ts'

/** What an archive says of one of its files, before any of it is believed. */
export interface ArchiveEntry {
  name: string
  compressed_bytes: number
  size_bytes: number
  /** Where its record begins in the archive. */
  starts_at: number
  /** 0 stored, 8 deflated. */
  method: number
  encrypted: boolean
  /** Type bits of Unix, 0 where none are given. */
  unix_type: number
}

export interface Unpacked {
  path: string
  kind: 'file' | 'folder'
  size_bytes: number
}

/** Why an archive is not unpacked, in words for its owner. */
export class BadArchive extends Error {}

const unix_file = 0o100000
const unix_folder = 0o040000
const record_bytes = 30

const shown = (name: string): string => (name.length > 60 ? `${name.slice(0, 60)}…` : name).replace(/\p{C}/gu, '�')

/** Before anything else is done with a name: what it costs grows with its length. */
export function refuseLongName(bytes: number): void {
  if (bytes > limits.file_path_max_bytes) throw new BadArchive(`压缩包里有过长的路径，最多 ${limits.file_path_max_bytes} 字节`)
}

/** Relative, without a trailing slash, names as they would be given by hand. */
function pathOf(name: string): string {
  refuseLongName(Buffer.byteLength(name))
  const path = name.replaceAll('\\', '/').replace(/\/+$/, '')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw new BadArchive(`压缩包里有绝对路径：${shown(name)}`)
  const names = path.split('/').filter((part) => part !== '.')
  if (names.length > limits.extract_levels)
    throw new BadArchive(`压缩包里的文件夹超过 ${limits.extract_levels} 层：${shown(name)}`)
  if (names.includes('..')) throw new BadArchive(`压缩包里有指向外面的路径：${shown(name)}`)
  for (const part of names) {
    const fault = faultOfFileName(part)
    if (fault) throw new BadArchive(`压缩包里的名称不能使用（${fault}）：${shown(name)}`)
  }
  return names.map((part) => part.normalize('NFC')).join('/')
}

function kindOf(entry: ArchiveEntry): 'file' | 'folder' {
  if (entry.encrypted) throw new BadArchive('压缩包有密码，请去掉密码后重新压缩')
  if (entry.method !== 0 && entry.method !== 8)
    throw new BadArchive('压缩包用了不支持的压缩方式，请用普通的 zip（deflate）重新压缩')
  const folder = /[/\\]$/.test(entry.name)
  if (![0, unix_file, unix_folder].includes(entry.unix_type))
    throw new BadArchive(`压缩包里有链接或特殊文件：${shown(entry.name)}`)
  return folder || entry.unix_type === unix_folder ? 'folder' : 'file'
}

/** Records that share bytes are how a small archive becomes a large one. */
function overlaps(): { add(entry: ArchiveEntry): void; refuse(): void } {
  const ends = new Map<number, number>()
  const refusal = () => new BadArchive('压缩包里的文件互相重叠，不能解压')
  return {
    add: ({ starts_at, compressed_bytes }) => {
      if (ends.has(starts_at)) throw refusal()
      ends.set(starts_at, starts_at + record_bytes + compressed_bytes)
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
 * One name for one thing: files below a file, or the same name twice, are refused. Names are kept as a tree, each under the
 * number of its folder, so that none is looked at more than once.
 */
function nameTree(): { add(entry: Unpacked): void } {
  const known = new Map<string, { id: number; kind: Unpacked['kind'] }>()
  let folders = 0
  const refusal = (path: string) => new BadArchive(`压缩包里有重复的名称：${shown(path)}`)
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
        if (folders > limits.extract_folders) throw new BadArchive(`压缩包里的文件夹超过 ${limits.extract_folders} 个`)
        const node = there ?? { id: known.size + 1, kind: wanted }
        known.set(key, node)
        parent = node.id
      }
    },
  }
}

interface Plan {
  all: Unpacked[]
  total_bytes: number
}

/**
 * What an archive of so many bytes becomes. Throws BadArchive for one that is not to be unpacked (product §7). Many long names
 * take a while: for a thread of its own.
 */
export function planOf(entries: readonly ArchiveEntry[], archive_bytes: number): Plan {
  if (entries.length > limits.extract_files) throw new BadArchive(`压缩包里的文件超过 ${limits.extract_files} 个`)
  const all: Unpacked[] = []
  const records = overlaps()
  const names = nameTree()
  let total_bytes = 0
  for (const entry of entries) {
    const unpacked: Unpacked = { path: pathOf(entry.name), kind: kindOf(entry), size_bytes: entry.size_bytes }
    all.push(unpacked)
    records.add(entry)
    if (unpacked.path === '') continue
    names.add(unpacked)
    if (unpacked.kind === 'file') total_bytes += unpacked.size_bytes
  }
  if (all.every(({ path }) => path === '')) throw new BadArchive('压缩包是空的')
  if (total_bytes > archive_bytes * limits.extract_ratio) {
    throw new BadArchive(`解压后是压缩包的 ${limits.extract_ratio} 倍以上，不能解压`)
  }
  records.refuse()
  return { all, total_bytes }
}

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

/** Relative, without a trailing slash, names as they would be given by hand. */
function pathOf(name: string): string {
  const path = name.replaceAll('\\', '/').replace(/\/+$/, '')
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) throw new BadArchive(`压缩包里有绝对路径：${shown(name)}`)
  const names = path.split('/').filter((part) => part !== '.')
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
function refuseOverlaps(entries: readonly ArchiveEntry[]): void {
  const inOrder = [...entries].sort((one, other) => one.starts_at - other.starts_at)
  let end = 0
  for (const { starts_at, compressed_bytes } of inOrder) {
    if (starts_at < end) throw new BadArchive('压缩包里的文件互相重叠，不能解压')
    end = starts_at + record_bytes + compressed_bytes
  }
}

/** One name for one thing, whatever the case of letters: files below a file, or the same name twice, are refused. */
function refuseClashes(all: readonly Unpacked[]): void {
  const kinds = new Map<string, 'file' | 'folder'>()
  for (const { path, kind } of all) {
    const known = kinds.get(path)
    if (known && (known === 'file' || kind === 'file')) throw new BadArchive(`压缩包里有重复的名称：${shown(path)}`)
    kinds.set(path, kind)
  }
  for (const { path } of all) {
    for (let cut = path.lastIndexOf('/'); cut > 0; cut = path.lastIndexOf('/', cut - 1)) {
      if (kinds.get(path.slice(0, cut)) === 'file') throw new BadArchive(`压缩包里有重复的名称：${shown(path.slice(0, cut))}`)
    }
  }
}

/** What an archive of so many bytes becomes. Throws BadArchive for one that is not to be unpacked (quality S29). */
export function planOf(entries: readonly ArchiveEntry[], archive_bytes: number): { all: Unpacked[]; total_bytes: number } {
  if (entries.length > limits.extract_files) throw new BadArchive(`压缩包里的文件超过 ${limits.extract_files} 个`)
  const all = entries.map((entry) => ({ path: pathOf(entry.name), kind: kindOf(entry), size_bytes: entry.size_bytes }))
  const named = all.filter(({ path }) => path !== '')
  if (named.length === 0) throw new BadArchive('压缩包是空的')
  const total_bytes = named.reduce((sum, { kind, size_bytes }) => sum + (kind === 'file' ? size_bytes : 0), 0)
  if (total_bytes > archive_bytes * limits.extract_ratio) {
    throw new BadArchive(`解压后是压缩包的 ${limits.extract_ratio} 倍以上，不能解压`)
  }
  refuseOverlaps(entries)
  refuseClashes(named)
  return { all, total_bytes }
}

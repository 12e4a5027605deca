import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderMount } from '#server/ports/compute.ts'
import { DiskError } from './disk-error.ts'

/** The two disks of an instance as absolute host paths: `system` is `/`, `data` is `/workspace`. */
export interface DiskFolders {
  system: string
  data: string
  /** Folders mounted over both disks. */
  mounts: readonly FolderMount[]
}

const maxNameLength = 255
const maxPathLength = 1024
/** Host separators and NUL could split or end a name on the host; no instance needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what this looks for
const unusableCharacters = /[\x00\\]/

/** Resolves `path` from `cwd` to an absolute path without `.`, `..` or double slashes; `..` stops at `/`. Throws `DiskError`. */
export function toAbsolutePath(cwd: string, path: string): string {
  if (path === '') throw new DiskError('ENOENT')
  if (unusableCharacters.test(path)) throw new DiskError('EINVAL')
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  const result = `/${parts.join('/')}`
  if (result.length > maxPathLength || parts.some((part) => Buffer.byteLength(part) > maxNameLength)) {
    throw new DiskError('ENAMETOOLONG')
  }
  return result
}

/** Returns the mount that contains an absolute path; mounts never nest. */
export const findMountAt = ({ mounts }: Pick<DiskFolders, 'mounts'>, path: string): FolderMount | undefined =>
  mounts.find(({ target }) => path === target || path.startsWith(`${target}/`))

/**
 * Maps an absolute path to its host path. Rejects every symbolic link on the way, since the shell creates none and an
 * existing one came from outside. Throws `DiskError`.
 */
export async function resolveHostPath(folders: DiskFolders, path: string): Promise<string> {
  const full = toAbsolutePath('/', path)
  const parts = full.split('/').filter(Boolean)
  const mount = findMountAt(folders, full)
  const onData = !mount && parts[0] === 'workspace'
  const inside = mount ? parts.slice(mount.target.split('/').length - 1) : onData ? parts.slice(1) : parts
  let host = mount ? mount.source : onData ? folders.data : folders.system
  for (const [index, part] of inside.entries()) {
    host = join(host, part)
    const stat = await lstat(host).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (!stat) return join(host, ...inside.slice(index + 1))
    if (stat.isSymbolicLink()) throw new DiskError('ELOOP')
    if (!stat.isDirectory() && index < inside.length - 1) throw new DiskError('ENOTDIR')
  }
  return host
}

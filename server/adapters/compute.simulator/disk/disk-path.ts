import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderMount } from '#server/ports/compute.ts'
import { DiskError } from './disk-error.ts'

/** The two folders that are an instance's disks: `system` is `/`, `data` is `/workspace`. Absolute host paths. */
export interface DiskFolders {
  system: string
  data: string
  /** Folders that are neither, and stand over both. */
  mounts: readonly FolderMount[]
}

const maxNameLength = 255
const maxPathLength = 1024
/** Host separators and NUL could end or split a name on the host; no instance needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what this looks for
const unusableCharacters = /[\x00\\]/

/** `path` as seen from `cwd`, absolute and without `.`, `..` or doubled slashes. `..` stops at `/`. Throws DiskError. */
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

/** The mount that an absolute path lies on; no mount lies on another. */
export const findMountAt = ({ mounts }: Pick<DiskFolders, 'mounts'>, path: string): FolderMount | undefined =>
  mounts.find(({ target }) => path === target || path.startsWith(`${target}/`))

/**
 * Host path of an absolute path. Refuses to walk through a symbolic link, wherever it points: the shell makes none,
 * so one that is there was put by somebody else. Throws DiskError.
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

import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mount } from '#server/ports/compute.ts'
import { DiskError } from './disk-error.ts'

/** The two folders that are an instance's disks: `system` is `/`, `data` is `/workspace`. Absolute host paths. */
export interface DiskFolders {
  system: string
  data: string
  /** Folders that are neither, and stand over both. */
  mounts: readonly Mount[]
}

const longest_name = 255
const longest_path = 1024
/** Host separators and NUL could end or split a name on the host; no instance needs them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what this looks for
const unusable = /[\x00\\]/

/** `path` as seen from `cwd`, absolute and without `.`, `..` or doubled slashes. `..` stops at `/`. Throws DiskError. */
export function absolute(cwd: string, path: string): string {
  if (path === '') throw new DiskError('ENOENT')
  if (unusable.test(path)) throw new DiskError('EINVAL')
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  const result = `/${parts.join('/')}`
  if (result.length > longest_path || parts.some((part) => Buffer.byteLength(part) > longest_name)) {
    throw new DiskError('ENAMETOOLONG')
  }
  return result
}

/** The mount that an absolute path lies on; no mount lies on another. */
export const mountAt = ({ mounts }: Pick<DiskFolders, 'mounts'>, path: string): Mount | undefined =>
  mounts.find(({ target }) => path === target || path.startsWith(`${target}/`))

/**
 * Host path of an absolute path. Refuses to walk through a symbolic link, wherever it points: the shell makes none,
 * so one that is there was put by somebody else. Throws DiskError.
 */
export async function hostPath(folders: DiskFolders, path: string): Promise<string> {
  const full = absolute('/', path)
  const parts = full.split('/').filter(Boolean)
  const mount = mountAt(folders, full)
  const on_data = !mount && parts[0] === 'workspace'
  const inside = mount ? parts.slice(mount.target.split('/').length - 1) : on_data ? parts.slice(1) : parts
  let host = mount ? mount.source : on_data ? folders.data : folders.system
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

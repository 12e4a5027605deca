import { constants } from 'node:fs'
import { cp, lstat, mkdir, open, readdir, rename, rm, rmdir, unlink, utimes } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Clock } from '#server/ports/clock.ts'
import { DiskError, toDiskError } from './disk-error.ts'
import { type DiskFolders, findMountAt, resolveHostPath, toAbsolutePath } from './disk-path.ts'
import { assertDiskRoom, assertMountRoom, type DiskQuota, measureDiskUse } from './disk-quota.ts'

export interface DiskEntry {
  name: string
  directory: boolean
  /** Bytes. */
  size: number
  changed: Date
}

/**
 * File operations of an instance's shell. Paths are absolute in the instance (see `toAbsolutePath()`); nothing outside its
 * two folders and its mounts can be addressed. Each method throws `DiskError`.
 */
export class SimulatedDisk {
  readonly #folders: DiskFolders
  readonly #quota: DiskQuota
  readonly #clock: Clock

  constructor(folders: DiskFolders, quota: DiskQuota, clock: Clock) {
    this.#folders = folders
    this.#quota = quota
    this.#clock = clock
  }

  stat(path: string): Promise<DiskEntry> {
    return this.#at(path, async (host) => readEntry(host, basename(path) || '/'))
  }

  list(path: string): Promise<DiskEntry[]> {
    return this.#at(path, async (host) => {
      const names = (await readdir(host)).sort()
      return Promise.all(names.map((name) => readEntry(`${host}/${name}`, name)))
    })
  }

  read(path: string): Promise<Buffer> {
    return this.#at(path, async (host) => {
      const file = await open(host, constants.O_RDONLY | constants.O_NOFOLLOW)
      try {
        const stat = await file.stat()
        if (stat.isDirectory()) throw new DiskError('EISDIR')
        if (stat.size > maxReadBytes) throw new DiskError('EFBIG')
        return await file.readFile()
      } finally {
        await file.close()
      }
    })
  }

  write(path: string, bytes: Uint8Array, append: boolean): Promise<void> {
    return this.#change(path, async (host) => {
      await this.#room(path, bytes.length)
      const mode = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW
      const file = await open(host, mode | (append ? constants.O_APPEND : constants.O_TRUNC), 0o644)
      try {
        await file.writeFile(bytes)
      } finally {
        await file.close()
      }
      await this.#touch(host)
    })
  }

  makeFolder(path: string): Promise<void> {
    return this.#change(path, async (host) => {
      await this.#room(path, 0)
      await mkdir(host, 0o755)
      await this.#touch(host)
    })
  }

  touch(path: string): Promise<void> {
    return this.#change(path, (host) => this.#touch(host))
  }

  /** Removes an entry; with `inside`, also the content of a folder. Removes a link itself, never its target. */
  remove(path: string, inside: boolean): Promise<void> {
    if (this.#isHeld(path)) return Promise.reject(new DiskError('EBUSY'))
    return this.#change(path, async (host) => {
      if (!(await lstat(host)).isDirectory()) await unlink(host)
      else if (inside) await rm(host, { recursive: true })
      else await rmdir(host)
    })
  }

  move(from: string, to: string): Promise<void> {
    if (this.#isHeld(from) || this.#isHeld(to)) return Promise.reject(new DiskError('EBUSY'))
    if (`${to}/`.startsWith(`${from}/`)) return Promise.reject(new DiskError('EINVAL'))
    return this.#change(from, async (host) => {
      this.#refuseReadOnly(to)
      const target = await resolveHostPath(this.#folders, to)
      if (findMountAt(this.#folders, from) === findMountAt(this.#folders, to)) return rename(host, target)
      await this.#room(to, await measureBytes(host))
      // Links come only from outside the shell; they are not copied.
      await cp(host, target, { recursive: true, filter: async (source) => !(await lstat(source)).isSymbolicLink() })
      await rm(host, { recursive: true })
    })
  }

  /** True for `/`, `/workspace`, the mounts and their parent folders, which must exist while the instance runs. */
  #isHeld(path: string): boolean {
    const full = toAbsolutePath('/', path)
    const held = ['/workspace', ...this.#folders.mounts.map(({ target }) => target)]
    return full === '/' || held.some((target) => target === full || target.startsWith(`${full}/`))
  }

  #refuseReadOnly(path: string): void {
    if (findMountAt(this.#folders, toAbsolutePath('/', path))?.read_only) throw new DiskError('EROFS')
  }

  /** Checks the free space. Files on a mount do not count towards the instance's own disks, and vice versa. */
  #room(path: string, bytes: number): Promise<void> {
    const mount = findMountAt(this.#folders, toAbsolutePath('/', path))
    return mount ? assertMountRoom(mount.source, bytes) : assertDiskRoom(this.#folders, this.#quota, bytes)
  }

  #change<T>(path: string, work: (host: string) => Promise<T>): Promise<T> {
    return this.#at(path, (host) => {
      this.#refuseReadOnly(path)
      return work(host)
    })
  }

  async #touch(host: string): Promise<void> {
    const now = this.#clock.now()
    await utimes(host, now, now)
  }

  async #at<T>(path: string, work: (host: string) => Promise<T>): Promise<T> {
    try {
      return await work(await resolveHostPath(this.#folders, path))
    } catch (error) {
      throw toDiskError(error)
    }
  }
}

/** Size limit of a read, because a shell in this process reads whole files. */
const maxReadBytes = 128 * 2 ** 20

async function measureBytes(host: string): Promise<number> {
  const stat = await lstat(host)
  return stat.isDirectory() ? (await measureDiskUse(host)).bytes : stat.size
}

async function readEntry(host: string, name: string): Promise<DiskEntry> {
  const stat = await lstat(host)
  return { name, directory: stat.isDirectory(), size: stat.size, changed: stat.mtime }
}

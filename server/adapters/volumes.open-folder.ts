import { randomUUID } from 'node:crypto'
import { existsSync, constants as flags, type Stats } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readdir, rename, rmdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { VolumeError, type VolumeFault } from '#server/ports/volumes.ts'

const faultByErrno: Record<string, VolumeFault> = {
  ENOENT: 'not_found',
  EEXIST: 'exists',
  ENOTEMPTY: 'exists',
  ENOTDIR: 'not_a_folder',
  EISDIR: 'not_a_file',
  ELOOP: 'bad_path',
  ENAMETOOLONG: 'bad_path',
  EINVAL: 'bad_path',
  EACCES: 'no_access',
  EPERM: 'no_access',
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Maps a system call error to a `VolumeError`; errors of a full or broken disk stay unchanged. */
export function toVolumeError(error: unknown, path: string): unknown {
  const fault = error instanceof VolumeError ? undefined : faultByErrno[codeOf(error) ?? '']
  return fault ? new VolumeError(fault, path) : error
}

/** Maximum number of folders held open while a tree is cleared or walked. */
export const maxOpenFolders = 32

// If the kernel resolves paths through open descriptors, nobody can swap a folder for a link during an operation.
const hasDescriptorPaths = existsSync('/proc/self/fd')

/**
 * An open folder. Programs in instances write to the same tree at any moment, so every step opens a name relative to an open
 * folder, without following links, and never reuses a path that was checked earlier.
 */
export class OpenFolder {
  readonly #handle: FileHandle
  readonly #path: string

  private constructor(handle: FileHandle, path: string) {
    this.#handle = handle
    this.#path = hasDescriptorPaths ? `/proc/self/fd/${handle.fd}` : path
  }

  static async open(path: string): Promise<OpenFolder> {
    return new OpenFolder(await open(path, flags.O_RDONLY | flags.O_DIRECTORY | flags.O_NOFOLLOW), path)
  }

  /** Opens the folder along `names`; creates missing ones if `make` is set. */
  static async reach(root: string, names: readonly string[], make = false): Promise<OpenFolder> {
    if (make) await mkdir(root, { recursive: true })
    let folder = await OpenFolder.open(root)
    for (const name of names) {
      try {
        const next = await folder.enter(name, make)
        await folder.close()
        folder = next
      } catch (error) {
        await folder.close()
        throw error
      }
    }
    return folder
  }

  /** Opens the subfolder `name`; creates it if it is missing and `make` is set. */
  async enter(name: string, make = false): Promise<OpenFolder> {
    try {
      return await OpenFolder.open(this.at(name))
    } catch (error) {
      if (!make || codeOf(error) !== 'ENOENT') throw error
      await mkdir(this.at(name)).catch(ignoreExisting)
      return OpenFolder.open(this.at(name))
    }
  }

  at(name: string): string {
    return join(this.#path, name)
  }

  /** Returns the current stats of `name`, without following a link. */
  async look(name: string): Promise<Stats | undefined> {
    return lstat(this.at(name)).catch((error) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
  }

  /** Lists names that are valid UTF-8; others cannot be addressed by callers. */
  async names(): Promise<string[]> {
    const names = await readdir(this.at('.'), { encoding: 'buffer' })
    return names.map((bytes) => bytes.toString()).filter((name, i) => Buffer.from(name).equals(names[i]!))
  }

  /** Opens a regular file for reading. Opening a FIFO does not block. */
  async openFile(name: string): Promise<FileHandle> {
    const found = await this.look(name)
    if (found?.isDirectory()) throw new VolumeError('not_a_file', name)
    if (!found?.isFile()) throw new VolumeError('not_found', name)
    const handle = await open(this.at(name), flags.O_RDONLY | flags.O_NOFOLLOW | flags.O_NONBLOCK)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    throw new VolumeError('not_found', name)
  }

  /** Deletes an entry and everything below it, of any type, at any depth and with any bytes in its name. */
  async clear(name: string | Buffer): Promise<void> {
    await this.#clear(name, async (inner) => {
      while (await inner.#empty(inner, 1));
    })
  }

  async #clear(name: string | Buffer, empty: (inner: OpenFolder) => Promise<void>): Promise<void> {
    const path = this.#pathOf(name)
    const found = await lstat(path).catch(ignoreMissing)
    if (!found) return
    if (!found.isDirectory()) return void (await unlink(path).catch(ignoreMissing))
    const handle = await open(path, flags.O_RDONLY | flags.O_DIRECTORY | flags.O_NOFOLLOW)
    const inner = new OpenFolder(handle, path.toString())
    try {
      await empty(inner)
    } finally {
      await inner.close()
    }
    await rmdir(path).catch(ignoreMissing)
  }

  /** Moves deep entries up to `top` first, because each level holds an open descriptor; returns true if it moved any. */
  async #empty(top: OpenFolder, depth: number): Promise<boolean> {
    let raised = false
    for (const name of await readdir(this.at('.'), { encoding: 'buffer' })) {
      await this.#clear(name, async (inner) => {
        const deeper = depth < maxOpenFolders ? await inner.#empty(top, depth + 1) : await inner.#raiseAll(top)
        raised ||= deeper
      })
    }
    return raised
  }

  async #raiseAll(top: OpenFolder): Promise<boolean> {
    const names = await readdir(this.at('.'), { encoding: 'buffer' })
    for (const name of names) await rename(this.#pathOf(name), top.at(randomUUID())).catch(ignoreMissing)
    return names.length > 0
  }

  #pathOf(name: string | Buffer): Buffer {
    return Buffer.concat([Buffer.from(this.at('.')), Buffer.from('/'), Buffer.from(name)])
  }

  /** Syncs the folder, so that renames survive a power cut. */
  sync(): Promise<void> {
    return this.#handle.sync()
  }
  close(): Promise<void> {
    return this.#handle.close()
  }
}

const ignoreExisting = (error: unknown) => {
  if (codeOf(error) !== 'EEXIST') throw error
}
const ignoreMissing = (error: unknown) => {
  if (codeOf(error) !== 'ENOENT') throw error
}

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

/** Says what a system call says in the words of the port; a full or broken disk stays what it is. */
export function toVolumeError(error: unknown, path: string): unknown {
  const fault = error instanceof VolumeError ? undefined : faultByErrno[codeOf(error) ?? '']
  return fault ? new VolumeError(fault, path) : error
}

/** How many folders are held open at once while a tree is cleared or walked. */
export const maxOpenFolders = 32

// Where a path through an open descriptor is resolved by the kernel, nobody can swap a folder for a link under our feet.
const hasDescriptorPaths = existsSync('/proc/self/fd')

/**
 * An open folder. Programs in instances write to the same tree at any moment, so every step goes from an open folder to a
 * name in it, without following links, and never along a path that was looked at before.
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

  /** Opens along `names`, making what is missing if asked to. */
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

  /** The folder of that name in this one, made where it is missing if asked to. */
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

  /** What is there now, a link as the link. */
  async look(name: string): Promise<Stats | undefined> {
    return lstat(this.at(name)).catch((error) => {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    })
  }

  /** Names that are text; others can be named by nobody. */
  async names(): Promise<string[]> {
    const names = await readdir(this.at('.'), { encoding: 'buffer' })
    return names.map((bytes) => bytes.toString()).filter((name, i) => Buffer.from(name).equals(names[i]!))
  }

  /** A regular file for reading. Opening a pipe that somebody left there does not wait for its other end. */
  async openFile(name: string): Promise<FileHandle> {
    const found = await this.look(name)
    if (found?.isDirectory()) throw new VolumeError('not_a_file', name)
    if (!found?.isFile()) throw new VolumeError('not_found', name)
    const handle = await open(this.at(name), flags.O_RDONLY | flags.O_NOFOLLOW | flags.O_NONBLOCK)
    if ((await handle.stat()).isFile()) return handle
    await handle.close()
    throw new VolumeError('not_found', name)
  }

  /** Takes away one entry with all below it, whatever it is, however deep it goes and whatever bytes its name has. */
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

  /** Every level is an open descriptor, so what lies deeper than a few goes up to `top` first; says whether anything did. */
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

  /** What was renamed here stays renamed after a power cut. */
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

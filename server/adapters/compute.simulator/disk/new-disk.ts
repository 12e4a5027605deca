import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstanceSpec } from '#server/ports/compute.ts'
import { InvalidSpec } from '#server/ports/driver-errors.ts'
import type { SimulatedDisk } from './disk.ts'
import { DiskError } from './disk-error.ts'
import type { DiskFolders } from './disk-path.ts'

const newDiskFolders = ['etc', 'home', 'root', 'tmp', 'var', 'var/log', 'workspace']

/**
 * Creates both folders and the files of a fresh system disk; idempotent. Skips what a full data disk, or the user's changes
 * to a saved disk, make impossible; the instance boots anyway.
 */
export async function createDisks(folders: DiskFolders, disk: SimulatedDisk, spec: InstanceSpec): Promise<void> {
  await mkdir(folders.data, { recursive: true, mode: 0o700 })
  await mkdir(folders.system, { recursive: true, mode: 0o700 })
  for (const name of newDiskFolders) await mkdir(join(folders.system, name), { recursive: true }).catch(ignoreTaken)
  const files = { hostname: `${spec.hostname}\n`, 'os-release': 'PRETTY_NAME="Ubuntu 22.04.4 LTS (simulated)"\n' }
  for (const [name, text] of Object.entries(files)) {
    await disk.write(`/etc/${name}`, Buffer.from(text), false).catch(ignoreDiskError)
  }
}

/** Creates an empty folder as mount point for each mount. Throws `InvalidSpec` if a user's file is in the way. */
export async function createMountPoints(folders: DiskFolders): Promise<void> {
  for (const { target } of folders.mounts) {
    let at = folders.system
    for (const name of target.split('/').filter(Boolean)) {
      at = join(at, name)
      await mkdir(at, { mode: 0o755 }).catch(() => undefined)
      const there = await lstat(at).catch(() => undefined)
      if (!there?.isDirectory()) throw new InvalidSpec(`something is in the way of ${target}`)
    }
  }
}

/**
 * Writes root's authorized keys at every boot. If the user's changes to /root/.ssh prevent it, the instance boots without
 * them.
 */
export async function writeRootKeys(disk: SimulatedDisk, keys: readonly string[]): Promise<void> {
  try {
    await disk.makeFolder('/root/.ssh').catch(ignoreCode('EEXIST'))
    await disk.write('/root/.ssh/authorized_keys', Buffer.from(keys.map((key) => `${key}\n`).join('')), false)
  } catch (error) {
    ignoreDiskError(error)
  }
}

function ignoreDiskError(error: unknown): void {
  if (!(error instanceof DiskError)) throw error
}
function ignoreTaken(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST' && error.code !== 'ENOTDIR') throw error
}

const ignoreCode = (code: string) => (error: unknown) => {
  if (!(error instanceof DiskError) || error.code !== code) throw error
}

import { lstat } from 'node:fs/promises'
import type { FolderMount } from '#server/ports/compute.ts'
import { MountMissing } from '#server/ports/driver-errors.ts'

/** Throws MountMissing unless every source is a folder of this machine: an engine could make an empty one in its place. */
export async function assertMountsPresent(mounts: readonly FolderMount[] = []): Promise<void> {
  for (const { source, target } of mounts) {
    const found = await lstat(source).catch(() => undefined)
    if (!found?.isDirectory()) throw new MountMissing(`${target}: ${source} is no folder`)
  }
}

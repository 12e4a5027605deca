import { lstat } from 'node:fs/promises'
import type { FolderMount } from '#server/ports/compute.ts'
import { MountMissing } from '#server/ports/driver-errors.ts'

/** Throws `MountMissing` unless every source is a folder on this machine; an engine might otherwise create an empty one. */
export async function assertMountsPresent(mounts: readonly FolderMount[] = []): Promise<void> {
  for (const { source, target } of mounts) {
    const found = await lstat(source).catch(() => undefined)
    if (!found?.isDirectory()) throw new MountMissing(`${target}: ${source} is no folder`)
  }
}

import { lstat } from 'node:fs/promises'
import { type Mount, MountMissing } from '#server/ports/compute.ts'

/** Throws MountMissing unless every source is a folder of this machine: an engine could make an empty one in its place. */
export async function checkMounts(mounts: readonly Mount[] = []): Promise<void> {
  for (const { source, target } of mounts) {
    const found = await lstat(source).catch(() => undefined)
    if (!found?.isDirectory()) throw new MountMissing(`${target}: ${source} is no folder`)
  }
}

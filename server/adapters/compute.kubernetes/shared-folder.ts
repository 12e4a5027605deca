import { stat } from 'node:fs/promises'
import { sep } from 'node:path'
import type { FolderMount } from '#server/ports/compute.ts'
import { MountMissing } from '#server/ports/driver-errors.ts'
import type { KubernetesContext } from './kubernetes-context.ts'

/** Throws `MountMissing` unless every source is a folder of the file system that the cluster shares with this server. */
export async function assertMountsShared({ settings }: KubernetesContext, mounts: readonly FolderMount[] = []): Promise<void> {
  const { shared_folder: shared } = settings
  for (const { source } of mounts) {
    if (!shared || !`${source}${sep}`.startsWith(shared.path.endsWith(sep) ? shared.path : `${shared.path}${sep}`)) {
      throw new MountMissing(`the cluster shares no folder with this server that has ${source}`)
    }
    const found = await stat(source).catch(() => undefined)
    if (!found?.isDirectory()) throw new MountMissing(`folder ${source} does not exist`)
  }
}

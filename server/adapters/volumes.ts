import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderVolumes } from '#server/adapters/volumes.folder.ts'
import type { StorageSettings, VolumeStore } from '#server/ports/volumes.ts'

/** Creates the configured file storage (STORAGE). The bucket client is loaded only if a bucket is configured. */
export async function createVolumes({ s3, data_dir: dataDir }: StorageSettings): Promise<VolumeStore> {
  if (!s3) return createFolderVolumes(createPrivateFolder(join(dataDir, 'volumes')))
  const { createS3Volumes } = await import('#server/adapters/volumes.s3.ts')
  return createS3Volumes(s3)
}

/** Creates a folder that other accounts of the machine cannot read. Bind mounts into instances are not affected. */
function createPrivateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error // another account owns the folder and has set its mode
  }
  return path
}

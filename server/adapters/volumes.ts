import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createFolderVolumes } from '#server/adapters/volumes.folder.ts'
import type { StorageSettings, VolumeStore } from '#server/ports/volumes.ts'

/** Where files are kept, as the configuration says (STORAGE). What speaks to a bucket is loaded only when there is one. */
export async function createVolumes({ s3, data_dir: dataDir }: StorageSettings): Promise<VolumeStore> {
  if (!s3) return createFolderVolumes(createPrivateFolder(join(dataDir, 'volumes')))
  const { createS3Volumes: s3Volumes } = await import('#server/adapters/volumes.s3.ts')
  return s3Volumes(s3)
}

/** No other account of the machine looks into what people store; what an engine mounts into instances is not affected. */
function createPrivateFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error // somebody else's, who has set it as he wants it
  }
  return path
}

import { join } from 'node:path'
import { folderVolumes } from '#server/adapters/volumes.folder.ts'
import type { StorageSettings, Volumes } from '#server/ports/volumes.ts'

/** Where files are kept, as the configuration says (STORAGE). What speaks to a bucket is loaded only when there is one. */
export async function createVolumes({ s3, data_dir }: StorageSettings): Promise<Volumes> {
  if (!s3) return folderVolumes(join(data_dir, 'volumes'))
  const { s3Volumes } = await import('#server/adapters/volumes.s3.ts')
  return s3Volumes(s3)
}

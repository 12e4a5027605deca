import { useQueryClient } from '@tanstack/react-query'
import { codes } from '#contract/codes.ts'
import { file_storage } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { isSameFile, plainName } from '#src/features/uploads/upload-item.ts'
import { addUploads, resumeUpload } from '#src/features/uploads/upload-queue.ts'
import { uploads } from '#src/features/uploads/upload-store.ts'
import { fetchEndpoint } from '#src/providers/data/endpoint-queries.ts'
import { toast } from '#src/ui/toast.ts'
import type { Found } from './chosen-files.ts'
import { folderOf, nameOf, stepsOf, within } from './storage-path.ts'
import { useStorageChanged } from './storage-queries.ts'

export interface UploadPlace {
  region_id: string
  folder: string
}

async function makeFolders({ region_id, folder }: UploadPlace, empty: readonly string[]): Promise<void> {
  for (const path of new Set(empty.flatMap(stepsOf))) {
    const body = { region_id, folder: within(folder, folderOf(path)), name: nameOf(path) }
    try {
      await call(file_storage.create_folder, { body })
    } catch (error) {
      if (!isApiError(error) || error.code !== codes.storage_name_taken.code) throw error
    }
  }
}

/**
 * Uploads what was chosen or dropped. A file that is on its way already is not sent twice, and one that the server knows an
 * unfinished upload of goes on where that stopped.
 */
export function useStartUploads(place: UploadPlace): (found: Found) => Promise<void> {
  const client = useQueryClient()
  const changed = useStorageChanged()
  const { region_id } = place

  return async ({ files, empty_folders }) => {
    if (!files.length && !empty_folders.length) return
    const known = await fetchEndpoint(client, file_storage.uploads, { query: { region_id } }, 0).catch(() => [])
    const held = new Set(uploads.get().map(({ upload_id }) => upload_id))
    const wishes = files.flatMap(({ file, folder: sub }) => {
      const folder = within(place.folder, sub)
      const name = plainName(file.name)
      const twin = uploads
        .get()
        .find((item) => item.state !== 'done' && item.region_id === region_id && item.folder === folder && item.name === name)
      if (twin) {
        if (twin.state === 'paused' || twin.state === 'failed') resumeUpload(twin.key)
        return []
      }
      const unfinished = known.find((upload) => upload.folder === folder && isSameFile(upload, file) && !held.has(upload.id))
      return [{ region_id, folder, name, file, unfinished }]
    })
    addUploads(wishes)
    if (wishes.length < files.length) toast.info(`${files.length - wishes.length} 个文件已在上传列表里`)
    if (!empty_folders.length) return
    try {
      await makeFolders(place, empty_folders)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '文件夹没有创建，请重试')
    }
    await changed()
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { resultCodes } from '#contract/codes.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { addUploads, isSameFile, normalizeFileName, resumeUpload, uploads } from '#src/features/uploads/shared.ts'
import { fetchEndpoint } from '#src/providers/data/endpoint-queries.ts'
import { toast } from '#src/ui/toast.ts'
import type { FoundFiles } from './chosen-files.ts'
import { joinPath, toBaseName, toFolderChain, toParentFolder } from './storage-path.ts'
import { useRefreshStorage } from './storage-queries.ts'

export interface UploadPlace {
  region_id: string
  folder: string
}

async function createFolders({ region_id: regionId, folder }: UploadPlace, empty: readonly string[]): Promise<void> {
  for (const path of new Set(empty.flatMap(toFolderChain))) {
    const body = { region_id: regionId, folder: joinPath(folder, toParentFolder(path)), name: toBaseName(path) }
    try {
      await callEndpoint(fileStorage.create_folder, { body })
    } catch (error) {
      if (!isApiError(error) || error.code !== resultCodes.storage_name_taken.code) throw error
    }
  }
}

/**
 * Uploads selected or dropped files. A file already being uploaded is skipped, and a file with an unfinished upload on the server
 * resumes there.
 */
export function useStartUploads(place: UploadPlace): (found: FoundFiles) => Promise<void> {
  const client = useQueryClient()
  const changed = useRefreshStorage()
  const { region_id: regionId } = place

  return async ({ files, emptyFolders }) => {
    if (!files.length && !emptyFolders.length) return
    const known = await fetchEndpoint(client, fileStorage.uploads, { query: { region_id: regionId } }, 0).catch(() => [])
    const held = new Set(uploads.get().map(({ uploadId }) => uploadId))
    const wishes = files.flatMap(({ file, folder: sub }) => {
      const folder = joinPath(place.folder, sub)
      const name = normalizeFileName(file.name)
      const twin = uploads
        .get()
        .find((item) => item.state !== 'done' && item.region_id === regionId && item.folder === folder && item.name === name)
      if (twin) {
        if (twin.state === 'paused' || twin.state === 'failed') resumeUpload(twin.key)
        return []
      }
      const unfinished = known.find((upload) => upload.folder === folder && isSameFile(upload, file) && !held.has(upload.id))
      return [{ region_id: regionId, folder, name, file, unfinished }]
    })
    addUploads(wishes)
    if (wishes.length < files.length) toast.info(`${files.length - wishes.length} 个文件已在上传列表里`)
    if (!emptyFolders.length) return
    try {
      await createFolders(place, emptyFolders)
    } catch (error) {
      toast.error(isApiError(error) ? error.message : '文件夹没有创建，请重试')
    }
    await changed()
  }
}

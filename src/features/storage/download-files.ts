import { fileStorage, type StorageEntry } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'
import { startDownload } from '#src/api/start-download.ts'
import { toast } from '#src/ui/toast.ts'

/** Delay between downloads in ms: browsers drop a download that starts while they still handle the previous one. */
const downloadGapMs = 400

/** Downloads the files; the bytes go directly from the server to disk, not through the page. */
export async function downloadFiles(regionId: string, files: readonly StorageEntry[]): Promise<void> {
  for (const [index, { name, path }] of files.entries()) {
    try {
      const { data } = await callEndpoint(fileStorage.download_link, { body: { region_id: regionId, path } })
      if (index) await new Promise((resolve) => setTimeout(resolve, downloadGapMs))
      startDownload(data.url)
    } catch (error) {
      toast.error(isApiError(error) ? `${name}：${error.message}` : `「${name}」没有下载，请重试`)
    }
  }
}

import { file_storage, type StorageEntry } from '#contract/file-storage.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { startDownload } from '#src/api/start-download.ts'
import { toast } from '#src/ui/toast.ts'

/** Browsers drop a download that begins while they still look at the one before. */
const apart_ms = 400

/** Saves these files; the bytes go from the server to the disk, past the page. */
export async function downloadFiles(region_id: string, files: readonly StorageEntry[]): Promise<void> {
  for (const [index, { name, path }] of files.entries()) {
    try {
      const { data } = await call(file_storage.download_link, { body: { region_id, path } })
      if (index) await new Promise((resolve) => setTimeout(resolve, apart_ms))
      startDownload(data.url)
    } catch (error) {
      toast.error(isApiError(error) ? `${name}：${error.message}` : `「${name}」没有下载，请重试`)
    }
  }
}

import { fileStorage } from '#contract/file-storage.ts'
import { operatorStorage } from '#contract/operator/storage.ts'
import { listFolder, previewStoredFile } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { createFolder, deleteEntries, moveEntries } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { completeUpload } from '#server/domains/storage/file-storage/complete-upload.service.ts'
import { createDownloadLink, downloadStoredFile } from '#server/domains/storage/file-storage/download.service.ts'
import {
  cancelExtraction,
  getExtraction,
  listExtractions,
  startExtraction,
} from '#server/domains/storage/file-storage/extract.service.ts'
import { listStorageQuotas, setStorageQuota } from '#server/domains/storage/file-storage/quotas.service.ts'
import {
  cancelStorageUpload,
  createUpload,
  getStorageUpload,
  listUploads,
} from '#server/domains/storage/file-storage/uploads.service.ts'
import { refreshStorageStatistics } from '#server/domains/storage/file-storage/usage.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const { complete_upload, download, ...calls } = fileStorage

export function fileStorageRoutes(http: HttpDeps): void {
  mountEndpoints(http, 'file_storage', calls, {
    list: (ctx, { query }) => listFolder(ctx, query),
    statistics: (ctx) => refreshStorageStatistics(ctx),
    create_folder: (ctx, { body }) => createFolder(ctx, body),
    move: (ctx, { body }) => moveEntries(ctx, body),
    remove: (ctx, { body }) => deleteEntries(ctx, body),
    create_upload: (ctx, { body }) => createUpload(ctx, body),
    uploads: (ctx, { query }) => listUploads(ctx, query.region_id),
    get_upload: (ctx, { params }) => getStorageUpload(ctx, params.id),
    cancel_upload: (ctx, { params }) => cancelStorageUpload(ctx, params.id),
    download_link: (ctx, { body }) => createDownloadLink(ctx, body),
    preview: (ctx, { query }) => previewStoredFile(ctx, query),
    extract: (ctx, { body }) => startExtraction(ctx, body),
    tasks: (ctx, { query }) => listExtractions(ctx, query.region_id),
    get_task: (ctx, { params }) => getExtraction(ctx, params.id),
    cancel_task: (ctx, { params }) => cancelExtraction(ctx, params.id),
  })
  mountEndpoints(http, 'operator_storage', operatorStorage, {
    list: (ctx, { query }) => listStorageQuotas(ctx, query),
    set_quota: (ctx, { params, body }) => setStorageQuota(ctx, params.id, body),
  })
}

/** The calls that read or hash whole files. */
export const fileTransferRoutes = (http: HttpDeps) =>
  mountEndpoints(
    http,
    'file_storage',
    { complete_upload, download },
    {
      complete_upload: (ctx, { params, body }) => completeUpload(ctx, params.id, body),
      download: (ctx, { query }) => downloadStoredFile(ctx, query.ticket),
    },
  )

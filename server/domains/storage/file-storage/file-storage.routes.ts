import { file_storage } from '#contract/file-storage.ts'
import { operator_storage } from '#contract/operator/storage.ts'
import { listFolder, previewFile } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { createFolder, moveEntries, removeEntries } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { completeUpload } from '#server/domains/storage/file-storage/complete-upload.service.ts'
import { download, downloadLink } from '#server/domains/storage/file-storage/download.service.ts'
import { cancelTask, getTask, listTasks, startExtract } from '#server/domains/storage/file-storage/extract.service.ts'
import { listQuotas, setQuota } from '#server/domains/storage/file-storage/quotas.service.ts'
import { cancelUpload, createUpload, getUpload, listUploads } from '#server/domains/storage/file-storage/uploads.service.ts'
import { statistics } from '#server/domains/storage/file-storage/usage.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

export function fileStorageRoutes(http: Http): void {
  mount(http, 'file_storage', file_storage, {
    list: (ctx, { query }) => listFolder(ctx, query),
    statistics: (ctx) => statistics(ctx),
    create_folder: (ctx, { body }) => createFolder(ctx, body),
    move: (ctx, { body }) => moveEntries(ctx, body),
    remove: (ctx, { body }) => removeEntries(ctx, body),
    create_upload: (ctx, { body }) => createUpload(ctx, body),
    uploads: (ctx, { query }) => listUploads(ctx, query.region_id),
    get_upload: (ctx, { params }) => getUpload(ctx, params.id),
    cancel_upload: (ctx, { params }) => cancelUpload(ctx, params.id),
    complete_upload: (ctx, { params, body }) => completeUpload(ctx, params.id, body),
    download_link: (ctx, { body }) => downloadLink(ctx, body),
    download: (ctx, { query }) => download(ctx, query.ticket),
    preview: (ctx, { query }) => previewFile(ctx, query),
    extract: (ctx, { body }) => startExtract(ctx, body),
    tasks: (ctx, { query }) => listTasks(ctx, query.region_id),
    get_task: (ctx, { params }) => getTask(ctx, params.id),
    cancel_task: (ctx, { params }) => cancelTask(ctx, params.id),
  })
  mount(http, 'operator_storage', operator_storage, {
    list: (ctx, { query }) => listQuotas(ctx, query),
    set_quota: (ctx, { params, body }) => setQuota(ctx, params.id, body),
  })
}

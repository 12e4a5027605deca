import { z } from 'zod'
import { hasOperatorAccess } from '#contract/access.ts'
import { type DatasetFileEntry, type DatasetPreview, datasets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { type DatasetFolderRow, datasetFilesRepo } from '#server/domains/storage/datasets/files.repo.ts'
import {
  decodeTextStart,
  isPictureKind,
  isTextKind,
  readStreamBytes,
  reencodePreview,
} from '#server/domains/storage/datasets/preview.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { createDownloadTickets } from '#server/http/download-ticket.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { toDatasetVolume } from '#server/ports/volumes.ts'

const tickets = createDownloadTickets({
  typ: 'data-set-file',
  key: (keys) => keys.data_set_files,
  file: z.object({ version_id: z.string(), path: z.string() }),
  expired: 'file_ticket_expired',
})

type Preview = z.input<typeof DatasetPreview>

/** Returns a version whose files the caller may read: published, their own, or one they review. Otherwise not found. */
async function getReadableVersion(ctx: Context, id: string) {
  const version = await datasetFilesRepo(ctx.deps.database.kysely).findVersion(id)
  const sees =
    version?.state === 'published' ||
    (!ctx.visitor && (version?.author_id === ctx.caller.user_id || hasOperatorAccess(ctx.caller.role, 'operator_review')))
  if (!version || !sees) throw new Refusal('not_found')
  return version
}

async function getVersionFile(ctx: Context, versionId: string, path: string) {
  const file = await datasetFilesRepo(ctx.deps.database.kysely).findFile(versionId, path)
  if (!file) throw createFieldRefusal('not_found', 'path', '这个版本里没有这个文件')
  return file
}

export async function listDatasetFiles(
  ctx: Context,
  versionId: string,
  query: z.output<(typeof datasets)['file_list']['query']>,
) {
  await getReadableVersion(ctx, versionId)
  const folder = query.path.replace(/\/+$/, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const { items, total } = await datasetFilesRepo(ctx.deps.database.kysely).level(versionId, prefix, query)
  if (total === 0 && folder !== '') throw createFieldRefusal('not_found', 'path', '这个版本里没有这个文件夹')
  return { items: items.map((row) => presentEntry(row, prefix)), total }
}

const presentEntry = (row: DatasetFolderRow, prefix: string): z.input<typeof DatasetFileEntry> => ({
  ...row,
  path: `${prefix}${row.name}`,
  size_bytes: Number(row.size_bytes),
})

/**
 * Returns the start of a text file or a re-encoded picture; for other files, the reason there is none. Uses the kind detected
 * from the bytes at copy time.
 */
export async function previewDatasetFile(ctx: Context, versionId: string, path: string): Promise<Preview> {
  const version = await getReadableVersion(ctx, versionId)
  const file = await getVersionFile(ctx, versionId, path)
  const sizeBytes = Number(file.size_bytes)
  const nothing: Preview = {
    path,
    size_bytes: sizeBytes,
    kind: file.kind,
    shown: 'none',
    text: null,
    image: null,
    truncated: false,
    why_not: null,
  }
  const place = { volume: toDatasetVolume(version.content_id), path }
  const { volumes } = ctx.deps
  if (isTextKind(file.kind)) {
    const end = Math.min(sizeBytes, limits.dataSetPreviewBytes) - 1
    const truncated = end + 1 < sizeBytes
    const bytes = end < 0 ? Buffer.alloc(0) : await readStreamBytes(await volumes.read(place, { start: 0, end }))
    return { ...nothing, shown: 'text', text: decodeTextStart(bytes, !truncated), truncated }
  }
  if (!isPictureKind(file.kind)) return { ...nothing, why_not: '这种文件不能预览，请下载后查看' }
  if (sizeBytes > limits.dataSetPictureMaxBytes) {
    return { ...nothing, why_not: `图片超过 ${limits.dataSetPictureMaxBytes / 2 ** 20} MB，请下载后查看` }
  }
  const image = await reencodePreview(await readStreamBytes(await volumes.read(place)))
  return image ? { ...nothing, shown: 'image', image } : { ...nothing, why_not: '图片已损坏或过大，请下载后查看' }
}

export async function createDatasetFileTicket(ctx: Context, versionId: string, path: string) {
  await getReadableVersion(ctx, versionId)
  await getVersionFile(ctx, versionId, path)
  const { ticket, expires_at: expiresAt } = await tickets.sign(ctx.deps, ctx.caller.user_id, { version_id: versionId, path })
  return { url: `${datasets.download.path}?ticket=${encodeURIComponent(ticket)}`, expires_at: expiresAt }
}

/** Downloads a file as the author supplied it, always as an attachment and never inline. */
export async function downloadDatasetFile({ deps }: Context, ticket: string): Promise<Download> {
  const { version_id: versionId, path } = await tickets.read(deps, ticket)
  // The holder of the link had access when it was made, so only check that the version was not removed since.
  const version = await datasetFilesRepo(deps.database.kysely).findVersion(versionId)
  if (!version) throw new Refusal('not_found')
  const body = await deps.volumes.read({ volume: toDatasetVolume(version.content_id), path })
  return { body, file_name: path.slice(path.lastIndexOf('/') + 1) }
}

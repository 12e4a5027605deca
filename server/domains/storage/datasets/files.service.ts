import { z } from 'zod'
import { hasDuty } from '#contract/access.ts'
import { type DataSetEntry, type DataSetPreview, data_sets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { filesRepo, type LevelRow } from '#server/domains/storage/datasets/files.repo.ts'
import { bytesOf, drawnPicture, isPicture, isText, textOf } from '#server/domains/storage/datasets/preview.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { downloadTickets } from '#server/http/download-ticket.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { dataSetVolume } from '#server/ports/volumes.ts'

const tickets = downloadTickets({
  typ: 'data-set-file',
  key: (keys) => keys.data_set_files,
  file: z.object({ version_id: z.string(), path: z.string() }),
  expired: 'file_ticket_expired',
})

type Preview = z.input<typeof DataSetPreview>

/** A version whose files the caller may see: published, their own, or one they review. Anything else is not there. */
async function readable(ctx: Context, id: string) {
  const version = await filesRepo(ctx.deps.database.kysely).findVersion(id)
  const sees =
    version?.state === 'published' ||
    (!ctx.visitor && (version?.author_id === ctx.caller.user_id || hasDuty(ctx.caller.role, 'operator_review')))
  if (!version || !sees) throw new Refusal('not_found')
  return version
}

async function fileOf(ctx: Context, version_id: string, path: string) {
  const file = await filesRepo(ctx.deps.database.kysely).findFile(version_id, path)
  if (!file) throw refuseField('not_found', 'path', '这个版本里没有这个文件')
  return file
}

export async function listFiles(ctx: Context, version_id: string, query: z.output<(typeof data_sets)['file_list']['query']>) {
  await readable(ctx, version_id)
  const folder = query.path.replace(/\/+$/, '')
  const prefix = folder === '' ? '' : `${folder}/`
  const { items, total } = await filesRepo(ctx.deps.database.kysely).level(version_id, prefix, query)
  if (total === 0 && folder !== '') throw refuseField('not_found', 'path', '这个版本里没有这个文件夹')
  return { items: items.map((row) => presentEntry(row, prefix)), total }
}

const presentEntry = (row: LevelRow, prefix: string): z.input<typeof DataSetEntry> => ({
  ...row,
  path: `${prefix}${row.name}`,
  size_bytes: Number(row.size_bytes),
})

/** The beginning of a text or a picture drawn anew; of anything else, why not. The kind is what its bytes said when it was copied. */
export async function previewFile(ctx: Context, version_id: string, path: string): Promise<Preview> {
  const version = await readable(ctx, version_id)
  const file = await fileOf(ctx, version_id, path)
  const size_bytes = Number(file.size_bytes)
  const nothing: Preview = {
    path,
    size_bytes,
    kind: file.kind,
    shown: 'none',
    text: null,
    image: null,
    truncated: false,
    why_not: null,
  }
  const place = { volume: dataSetVolume(version.content_id), path }
  const { volumes } = ctx.deps
  if (isText(file.kind)) {
    const end = Math.min(size_bytes, limits.data_set_preview_bytes) - 1
    const truncated = end + 1 < size_bytes
    const bytes = end < 0 ? Buffer.alloc(0) : await bytesOf(await volumes.read(place, { start: 0, end }))
    return { ...nothing, shown: 'text', text: textOf(bytes, !truncated), truncated }
  }
  if (!isPicture(file.kind)) return { ...nothing, why_not: '这种文件不能预览，请下载后查看' }
  if (size_bytes > limits.data_set_picture_max_bytes) {
    return { ...nothing, why_not: `图片超过 ${limits.data_set_picture_max_bytes / 2 ** 20} MB，请下载后查看` }
  }
  const image = await drawnPicture(await bytesOf(await volumes.read(place)))
  return image ? { ...nothing, shown: 'image', image } : { ...nothing, why_not: '图片已损坏或过大，请下载后查看' }
}

export async function fileTicket(ctx: Context, version_id: string, path: string) {
  await readable(ctx, version_id)
  await fileOf(ctx, version_id, path)
  const { ticket, expires_at } = await tickets.sign(ctx.deps, ctx.caller.user_id, { version_id, path })
  return { url: `${data_sets.download.path}?ticket=${encodeURIComponent(ticket)}`, expires_at }
}

/** A file as its author gave it, always saved and never shown in place. */
export async function downloadFile({ deps }: Context, ticket: string): Promise<Download> {
  const { version_id, path } = await tickets.read(deps, ticket)
  // Whoever has the link could see the version when it was made; what was removed since is gone.
  const version = await filesRepo(deps.database.kysely).findVersion(version_id)
  if (!version) throw new Refusal('not_found')
  const body = await deps.volumes.read({ volume: dataSetVolume(version.content_id), path })
  return { body, file_name: path.slice(path.lastIndexOf('/') + 1) }
}

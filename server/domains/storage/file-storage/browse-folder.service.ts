import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { StorageEntry } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { parseEntryName } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { findMediaType } from '#server/domains/storage/file-storage/media-type.policy.ts'
import { getStorageRegionId } from '#server/domains/storage/file-storage/usage.service.ts'
import { translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume, type VolumeEntry } from '#server/ports/volumes.ts'

type Sort = 'name' | 'size_bytes' | 'changed_at'

interface ListQuery {
  region_id?: string
  path: string
  keyword?: string
  sort?: Sort
  order?: 'asc' | 'desc'
  page: number
  page_size: number
}

// Sorts `第 2 章` before `第 10 章`.
const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })
const compareByName = (one: VolumeEntry, other: VolumeEntry) =>
  collator.compare(parseEntryName(one.path), parseEntryName(other.path))
const comparators: Record<Sort, (one: VolumeEntry, other: VolumeEntry) => number> = {
  name: compareByName,
  size_bytes: (one, other) => one.size_bytes - other.size_bytes || compareByName(one, other),
  changed_at: (one, other) => one.changed_at.getTime() - other.changed_at.getTime() || compareByName(one, other),
}
const compareFoldersFirst = (one: VolumeEntry, other: VolumeEntry) =>
  Number(other.kind === 'folder') - Number(one.kind === 'folder')

export const presentStorageEntry = ({
  path,
  kind,
  size_bytes: sizeBytes,
  changed_at: changedAt,
}: VolumeEntry): z.input<typeof StorageEntry> => ({
  path,
  name: parseEntryName(path),
  kind,
  size_bytes: sizeBytes,
  changed_at: changedAt.getTime() === 0 ? null : changedAt.toISOString(),
  type: kind === 'file' ? findMediaType(parseEntryName(path)) : null,
})

/** Matches names that the API cannot express, such as those with a line break; only programs create and can rename them. */
const unnameablePattern = /\p{Cc}/u

/** Returns one page of a folder: folders always first, sorted by name by default. */
export async function listFolder({ deps, caller }: Context, query: ListQuery) {
  const volume = toPersonalVolume(await getStorageRegionId(deps, query.region_id), caller.user_id)
  const all = await translateVolumeErrors(() => deps.volumes.list({ volume, path: query.path }))
  const keyword = query.keyword?.normalize('NFC').toLowerCase() ?? ''
  const found = all.filter(({ path }) => {
    const name = parseEntryName(path)
    return !unnameablePattern.test(name) && name.normalize('NFC').toLowerCase().includes(keyword)
  })
  const way = query.order === 'desc' ? -1 : 1
  const inOrder = comparators[query.sort ?? 'name']
  found.sort((one, other) => compareFoldersFirst(one, other) || way * inOrder(one, other))
  const start = (query.page - 1) * query.page_size
  return { items: found.slice(start, start + query.page_size).map(presentStorageEntry), total: found.length }
}

interface FileLocation {
  region_id: string
  path: string
}

/** Returns an existing file of the caller. */
export async function getStoredFile({ deps, caller }: Context, { region_id: regionId, path }: FileLocation) {
  const place = { volume: toPersonalVolume(await getStorageRegionId(deps, regionId), caller.user_id), path }
  const entry = await translateVolumeErrors(() => deps.volumes.stat(place))
  if (!entry) throw new Refusal('storage_not_found')
  if (entry.kind === 'folder') throw new Refusal('storage_not_a_file')
  return { place, entry }
}

async function readAll(bytes: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** Decodes text; tolerates a character cut off at the end. */
function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  for (const encoding of ['utf-8', 'gb18030']) {
    for (let cut = 0; cut < 4; cut += 1) {
      try {
        return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      } catch {
        // Try one byte less, then the next encoding.
      }
    }
  }
}

/** Returns the start of a text file, in UTF-8 or GB 18030. */
export async function previewStoredFile(ctx: Context, named: FileLocation) {
  const { place, entry } = await getStoredFile(ctx, named)
  const end = Math.min(limits.filePreviewBytes, entry.size_bytes) - 1
  const bytes =
    end < 0
      ? Buffer.alloc(0)
      : await translateVolumeErrors(async () => readAll(await ctx.deps.volumes.read(place, { start: 0, end })))
  const text = decodeText(bytes)
  if (text === undefined) throw new Refusal('not_a_text_file')
  return { text, truncated: entry.size_bytes > limits.filePreviewBytes, size_bytes: entry.size_bytes }
}

import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { StorageEntry } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import { nameOf } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { mediaTypeOf } from '#server/domains/storage/file-storage/media-type.policy.ts'
import { regionOf } from '#server/domains/storage/file-storage/usage.service.ts'
import { withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { personalVolume, type VolumeEntry } from '#server/ports/volumes.ts'

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

// `第 2 章` before `第 10 章`.
const collator = new Intl.Collator('zh-Hans-CN', { numeric: true })
const byName = (one: VolumeEntry, other: VolumeEntry) => collator.compare(nameOf(one.path), nameOf(other.path))
const orders: Record<Sort, (one: VolumeEntry, other: VolumeEntry) => number> = {
  name: byName,
  size_bytes: (one, other) => one.size_bytes - other.size_bytes || byName(one, other),
  changed_at: (one, other) => one.changed_at.getTime() - other.changed_at.getTime() || byName(one, other),
}
const foldersFirst = (one: VolumeEntry, other: VolumeEntry) => Number(other.kind === 'folder') - Number(one.kind === 'folder')

export const presentEntry = ({ path, kind, size_bytes, changed_at }: VolumeEntry): z.input<typeof StorageEntry> => ({
  path,
  name: nameOf(path),
  kind,
  size_bytes,
  changed_at: changed_at.getTime() === 0 ? null : changed_at.toISOString(),
  type: kind === 'file' ? mediaTypeOf(nameOf(path)) : null,
})

/** A name that no call can say, such as one with a line break: a program left it, and only a program can rename it. */
const cannotBeNamed = /\p{Cc}/u

/** One page of a folder: folders first, whichever way the rest is sorted; by name unless asked otherwise. */
export async function listFolder({ deps, caller }: Context, query: ListQuery) {
  const volume = personalVolume(await regionOf(deps, query.region_id), caller.user_id)
  const all = await withVolumes(() => deps.volumes.list({ volume, path: query.path }))
  const keyword = query.keyword?.normalize('NFC').toLowerCase() ?? ''
  const found = all.filter(({ path }) => {
    const name = nameOf(path)
    return !cannotBeNamed.test(name) && name.normalize('NFC').toLowerCase().includes(keyword)
  })
  const way = query.order === 'desc' ? -1 : 1
  const inOrder = orders[query.sort ?? 'name']
  found.sort((one, other) => foldersFirst(one, other) || way * inOrder(one, other))
  const start = (query.page - 1) * query.page_size
  return { items: found.slice(start, start + query.page_size).map(presentEntry), total: found.length }
}

interface Named {
  region_id: string
  path: string
}

/** A file of the caller's that is there. */
export async function getFile({ deps, caller }: Context, { region_id, path }: Named) {
  const place = { volume: personalVolume(await regionOf(deps, region_id), caller.user_id), path }
  const entry = await withVolumes(() => deps.volumes.stat(place))
  if (!entry) throw new Refusal('storage_not_found')
  if (entry.kind === 'folder') throw new Refusal('storage_not_a_file')
  return { place, entry }
}

async function head(bytes: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

/** A character that the cut went through is no fault of the text. */
function textOf(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined
  for (const encoding of ['utf-8', 'gb18030']) {
    for (let cut = 0; cut < 4; cut += 1) {
      try {
        return new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      } catch {
        // The next one, or one byte less.
      }
    }
  }
}

/** The beginning of a text file, in UTF-8 or GB 18030. */
export async function previewFile(ctx: Context, named: Named) {
  const { place, entry } = await getFile(ctx, named)
  const end = Math.min(limits.file_preview_bytes, entry.size_bytes) - 1
  const bytes =
    end < 0 ? Buffer.alloc(0) : await withVolumes(async () => head(await ctx.deps.volumes.read(place, { start: 0, end })))
  const text = textOf(bytes)
  if (text === undefined) throw new Refusal('not_a_text_file')
  return { text, truncated: entry.size_bytes > limits.file_preview_bytes, size_bytes: entry.size_bytes }
}

import type { z } from 'zod'
import { successCode } from '#contract/codes.ts'
import type { StorageEntry } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { presentStorageEntry } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { buildAlternativeName, joinEntryPath, parseEntryName } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { getStorageRegionId, recordStorageChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { toVolumeRefusal, translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume, type Volume, type VolumeEntry, VolumeError, type VolumePath } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

export type TakenNameAction = 'refuse' | 'rename' | 'replace'

const otherNames = 100

/** Builds a path; refuses one beyond the length limit. */
export function buildEntryPath(folder: string, name: string): string {
  const path = joinEntryPath(folder, name)
  if (Buffer.byteLength(path) <= limits.filePathMaxBytes) return path
  throw createFieldRefusal('storage_path_refused', 'name', `完整路径过长，最多 ${limits.filePathMaxBytes} 字节`)
}

/** Runs `work` at the first free path among the name and its alternatives. */
export async function runAtFreeName<T>(
  folder: string,
  name: string,
  kind: 'file' | 'folder',
  work: (path: string) => Promise<T>,
): Promise<T> {
  for (let n = 1; n <= otherNames; n += 1) {
    try {
      return await work(buildEntryPath(folder, n === 1 ? name : buildAlternativeName(name, n, kind)))
    } catch (error) {
      if (!(error instanceof VolumeError && error.fault === 'exists')) throw error
    }
  }
  throw new Refusal('storage_name_taken')
}

export async function createFolder(
  ctx: Context,
  { region_id: regionId, folder, name }: { region_id: string; folder: string; name: string },
): Promise<z.input<typeof StorageEntry>> {
  const { deps, caller } = ctx
  const region = await getStorageRegionId(deps, regionId)
  const place = { volume: toPersonalVolume(region, caller.user_id), path: buildEntryPath(folder, name) }
  const entry = await translateVolumeErrors(async () => {
    const into = await deps.volumes.stat({ ...place, path: folder })
    if (!into) throw new Refusal('storage_folder_missing')
    if (await deps.volumes.stat(place)) throw createFieldRefusal('storage_name_taken', 'name')
    await deps.volumes.makeFolder(place)
    return (await deps.volumes.stat(place))!
  })
  await recordChange(ctx, region, { bytes: 0, files: 0 })
  return presentStorageEntry(entry)
}

const recordChange = ({ deps, caller }: Context, regionId: string, change: { bytes: number; files: number }) =>
  inTransaction(deps, (tx) => recordStorageChange(tx, { user_id: caller.user_id, region_id: regionId }, change))

/** Measures what is deleted together with an entry. */
async function measureEntry({ volumes }: Deps, volume: Volume, { path, kind, size_bytes: sizeBytes }: VolumeEntry) {
  if (kind === 'file') return { bytes: sizeBytes, files: 1 }
  const weight = { bytes: 0, files: 0 }
  for await (const file of volumes.walk({ volume, path })) {
    weight.bytes += file.size_bytes
    weight.files += 1
  }
  return weight
}

interface Result {
  path: string
  ok: boolean
  to: string | null
  code: string
  message: string
}

/** Runs `work` for each path; a refusal is reported for its path and does not affect the others. */
async function runForEach(paths: readonly string[], work: (path: string) => Promise<{ to: string | null; message: string }>) {
  const results: Result[] = []
  for (const path of paths) {
    try {
      results.push({ path, ok: true, code: successCode, ...(await work(path)) })
    } catch (error) {
      const refusal = toVolumeRefusal(error)
      if (!(refusal instanceof Refusal)) throw refusal
      results.push({ path, ok: false, to: null, code: refusal.code, message: refusal.message })
    }
  }
  return results
}

export async function deleteEntries(
  ctx: Context,
  { region_id: regionId, paths }: { region_id: string; paths: readonly string[] },
) {
  const { deps, caller } = ctx
  const region = await getStorageRegionId(deps, regionId)
  const volume = toPersonalVolume(region, caller.user_id)
  return runForEach(paths, async (path) => {
    const entry = await deps.volumes.stat({ volume, path })
    if (!entry) throw new Refusal('storage_not_found')
    const { bytes, files } = await measureEntry(deps, volume, entry)
    await deps.volumes.remove({ volume, path })
    await recordChange(ctx, region, { bytes: -bytes, files: -files })
    return { to: null, message: '已删除' }
  })
}

interface MoveForm {
  region_id: string
  paths: readonly string[]
  folder: string
  name?: string
  when_taken: TakenNameAction
}

/** Moves one entry onto a file and replaces it. The target stays in place until the move can no longer be refused. */
async function replaceFile(deps: Deps, from: VolumePath, to: string): Promise<{ bytes: number; files: number }> {
  const [moved, there] = [await deps.volumes.stat(from), await deps.volumes.stat({ ...from, path: to })]
  if (moved?.kind !== 'file' || there?.kind === 'folder') throw new VolumeError('exists', to)
  await deps.volumes.bring(from, { ...from, path: to }, { replace: true })
  return { bytes: -(there?.size_bytes ?? 0), files: there ? -1 : 0 }
}

/** Moves entries into an existing folder, keeping their names; a single entry may be renamed. */
export async function moveEntries(ctx: Context, { region_id: regionId, paths, folder, name, when_taken: whenTaken }: MoveForm) {
  const { deps, caller } = ctx
  const region = await getStorageRegionId(deps, regionId)
  const volume = toPersonalVolume(region, caller.user_id)
  const target = await translateVolumeErrors(() => deps.volumes.stat({ volume, path: folder }))
  if (!target) throw createFieldRefusal('storage_folder_missing', 'folder')
  if (target.kind === 'file') throw createFieldRefusal('storage_not_a_folder', 'folder')
  return runForEach(paths, async (path) => {
    const to = buildEntryPath(folder, name ?? parseEntryName(path))
    if (to === path) return { to, message: '已在这里' }
    if (`${to}/`.startsWith(`${path}/`)) throw new Refusal('storage_into_itself')
    const entry = await deps.volumes.stat({ volume, path })
    if (!entry) throw new Refusal('storage_not_found')
    const move = async (free: string) => {
      await deps.volumes.move(volume, path, free)
      return free
    }
    const taken = whenTaken === 'replace' && (await deps.volumes.stat({ volume, path: to })) !== undefined
    const change = taken ? await replaceFile(deps, { volume, path }, to) : { bytes: 0, files: 0 }
    const moved = taken
      ? to
      : whenTaken === 'rename'
        ? await runAtFreeName(folder, name ?? parseEntryName(path), entry.kind, move)
        : await move(to)
    await recordChange(ctx, region, change)
    return { to: moved, message: '已移动' }
  })
}

import type { z } from 'zod'
import { success_code } from '#contract/codes.ts'
import type { StorageEntry } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { presentEntry } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { joinPath, nameOf, otherName } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { countChange, regionOf } from '#server/domains/storage/file-storage/usage.service.ts'
import { asRefusal, withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { type Place, personalVolume, type Volume, type VolumeEntry, VolumeError } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

export type WhenTaken = 'refuse' | 'rename' | 'replace'

const other_names = 100

/** Refuses a place whose path is longer than any path may be. */
export function placeIn(folder: string, name: string): string {
  const path = joinPath(folder, name)
  if (Buffer.byteLength(path) <= limits.file_path_max_bytes) return path
  throw refuseField('storage_path_refused', 'name', `完整路径过长，最多 ${limits.file_path_max_bytes} 字节`)
}

/** Does something at the first of the name and its other names that nothing has. */
export async function atFreeName<T>(
  folder: string,
  name: string,
  kind: 'file' | 'folder',
  work: (path: string) => Promise<T>,
): Promise<T> {
  for (let n = 1; n <= other_names; n += 1) {
    try {
      return await work(placeIn(folder, n === 1 ? name : otherName(name, n, kind)))
    } catch (error) {
      if (!(error instanceof VolumeError && error.fault === 'exists')) throw error
    }
  }
  throw new Refusal('storage_name_taken')
}

export async function createFolder(
  ctx: Context,
  { region_id, folder, name }: { region_id: string; folder: string; name: string },
): Promise<z.input<typeof StorageEntry>> {
  const { deps, caller } = ctx
  const region = await regionOf(deps, region_id)
  const place = { volume: personalVolume(region, caller.user_id), path: placeIn(folder, name) }
  const entry = await withVolumes(async () => {
    const into = await deps.volumes.stat({ ...place, path: folder })
    if (!into) throw new Refusal('storage_folder_missing')
    if (await deps.volumes.stat(place)) throw refuseField('storage_name_taken', 'name')
    await deps.volumes.makeFolder(place)
    return (await deps.volumes.stat(place))!
  })
  await tell(ctx, region, { bytes: 0, files: 0 })
  return presentEntry(entry)
}

const tell = ({ deps, caller }: Context, region_id: string, change: { bytes: number; files: number }) =>
  inTransaction(deps, (tx) => countChange(tx, { user_id: caller.user_id, region_id }, change))

/** What goes when an entry goes. */
async function weightOf({ volumes }: Deps, volume: Volume, { path, kind, size_bytes }: VolumeEntry) {
  if (kind === 'file') return { bytes: size_bytes, files: 1 }
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

/** Does something with each of several; one that is refused says why and leaves the others alone. */
async function each(paths: readonly string[], work: (path: string) => Promise<{ to: string | null; message: string }>) {
  const results: Result[] = []
  for (const path of paths) {
    try {
      results.push({ path, ok: true, code: success_code, ...(await work(path)) })
    } catch (error) {
      const refusal = asRefusal(error)
      if (!(refusal instanceof Refusal)) throw refusal
      results.push({ path, ok: false, to: null, code: refusal.code, message: refusal.message })
    }
  }
  return results
}

export async function removeEntries(ctx: Context, { region_id, paths }: { region_id: string; paths: readonly string[] }) {
  const { deps, caller } = ctx
  const region = await regionOf(deps, region_id)
  const volume = personalVolume(region, caller.user_id)
  return each(paths, async (path) => {
    const entry = await deps.volumes.stat({ volume, path })
    if (!entry) throw new Refusal('storage_not_found')
    const { bytes, files } = await weightOf(deps, volume, entry)
    await deps.volumes.remove({ volume, path })
    await tell(ctx, region, { bytes: -bytes, files: -files })
    return { to: null, message: '已删除' }
  })
}

interface MoveForm {
  region_id: string
  paths: readonly string[]
  folder: string
  name?: string
  when_taken: WhenTaken
}

/** Moves one entry onto a file, which is gone then. The other file stays where it is until nothing can refuse any more. */
async function moveOnto(deps: Deps, from: Place, to: string): Promise<{ bytes: number; files: number }> {
  const [moved, there] = [await deps.volumes.stat(from), await deps.volumes.stat({ ...from, path: to })]
  if (moved?.kind !== 'file' || there?.kind === 'folder') throw new VolumeError('exists', to)
  await deps.volumes.bring(from, { ...from, path: to }, { replace: true })
  return { bytes: -(there?.size_bytes ?? 0), files: there ? -1 : 0 }
}

/** Into a folder that is there, under the same name or, for a single one, another. */
export async function moveEntries(ctx: Context, { region_id, paths, folder, name, when_taken }: MoveForm) {
  const { deps, caller } = ctx
  const region = await regionOf(deps, region_id)
  const volume = personalVolume(region, caller.user_id)
  const target = await withVolumes(() => deps.volumes.stat({ volume, path: folder }))
  if (!target) throw refuseField('storage_folder_missing', 'folder')
  if (target.kind === 'file') throw refuseField('storage_not_a_folder', 'folder')
  return each(paths, async (path) => {
    const to = placeIn(folder, name ?? nameOf(path))
    if (to === path) return { to, message: '已在这里' }
    if (`${to}/`.startsWith(`${path}/`)) throw new Refusal('storage_into_itself')
    const entry = await deps.volumes.stat({ volume, path })
    if (!entry) throw new Refusal('storage_not_found')
    const move = async (free: string) => {
      await deps.volumes.move(volume, path, free)
      return free
    }
    const taken = when_taken === 'replace' && (await deps.volumes.stat({ volume, path: to })) !== undefined
    const change = taken ? await moveOnto(deps, { volume, path }, to) : { bytes: 0, files: 0 }
    const moved = taken
      ? to
      : when_taken === 'rename'
        ? await atFreeName(folder, name ?? nameOf(path), entry.kind, move)
        : await move(to)
    await tell(ctx, region, change)
    return { to: moved, message: '已移动' }
  })
}

import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { presentEntry } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { atFreeName, placeIn, type WhenTaken } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { type UploadRow, uploadsRepo } from '#server/domains/storage/file-storage/uploads.repo.ts'
import { dropUpload, getOwnUpload, holding } from '#server/domains/storage/file-storage/uploads.service.ts'
import { countChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { personalVolume, VolumeError } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const hour_ms = 3_600_000
const bytesOf = (row: UploadRow) => ({ volume: 'uploads', path: row.id }) as const
const volumeOf = (row: UploadRow) => personalVolume(row.region_id, row.user_id)

async function sha256Of({ volumes }: Deps, row: UploadRow): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await volumes.read(bytesOf(row)), hash)
  return hash.digest('hex')
}

/** What was received is what was sent, or nothing of it is kept. */
async function check(deps: Deps, row: UploadRow, sha256: string): Promise<void> {
  const size = Number(row.size_bytes)
  if ((await deps.uploads.received(row.id)) !== size) throw new Refusal('upload_incomplete')
  await deps.uploads.finish(row.id, size)
  const found = row.sha256 ?? (await sha256Of(deps, row))
  if (found !== sha256) {
    await dropUpload(deps, row)
    throw refuseField('upload_mismatch', 'sha256')
  }
  await uploadsRepo(deps.database.kysely).update(row.id, { sha256: found })
}

/** Writes down where it goes, then puts it there: whoever is killed in between, the row says what was to be. */
async function place(
  deps: Deps,
  row: UploadRow,
  when_taken: WhenTaken,
): Promise<{ path: string; replaced_bytes: number | null }> {
  const { volumes, database } = deps
  const volume = volumeOf(row)
  const repo = uploadsRepo(database.kysely)
  const known = await volumes.stat({ volume, path: row.folder })
  // A folder that is there is meant as it is written; a new one is written as names are.
  const folder = known ? row.folder : row.folder.normalize('NFC')
  const wanted = placeIn(folder, row.name)
  const there = await volumes.stat({ volume, path: wanted })
  const put = async (path: string) => {
    await repo.update(row.id, { placed_path: path })
    try {
      await volumes.bring(bytesOf(row), { volume, path }, { replace: when_taken === 'replace' })
    } catch (error) {
      await repo.update(row.id, { placed_path: null })
      throw error
    }
    return path
  }
  if (when_taken === 'rename') return { path: await atFreeName(folder, row.name, 'file', put), replaced_bytes: null }
  try {
    const path = await put(wanted)
    return { path, replaced_bytes: there?.kind === 'file' ? there.size_bytes : null }
  } catch (error) {
    if (error instanceof VolumeError && error.fault === 'exists') throw refuseField('storage_name_taken', 'name')
    throw error
  }
}

/** The room that was promised to it becomes room that it takes. */
async function settle(deps: Deps, row: UploadRow, replaced_bytes: number | null): Promise<void> {
  const change = { bytes: Number(row.size_bytes) - (replaced_bytes ?? 0), files: replaced_bytes === null ? 1 : 0 }
  await deps.uploads.remove(row.id)
  await inTransaction(deps, async (tx) => {
    await countChange(tx, row, change)
    await uploadsRepo(tx.db).remove(row.id)
  })
}

/** Checks what was received against the sender's SHA-256 and puts it where it belongs. */
export async function completeUpload(
  ctx: Context,
  id: string,
  { sha256, when_taken }: { sha256: string; when_taken?: WhenTaken },
) {
  const { deps } = ctx
  await getOwnUpload(ctx, id)
  return holding(deps, id, () =>
    withVolumes(async () => {
      const row = await getOwnUpload(ctx, id)
      // Killed after it was put in place: what is left is to say so.
      if (row.placed_path !== null && (await isPlaced(deps, row))) {
        await settle(deps, row, null)
        return presentEntry((await deps.volumes.stat({ volume: volumeOf(row), path: row.placed_path }))!)
      }
      await check(deps, row, sha256)
      const { path, replaced_bytes } = await place(deps, row, when_taken ?? (row.when_taken as WhenTaken))
      await settle(deps, row, replaced_bytes)
      return presentEntry((await deps.volumes.stat({ volume: volumeOf(row), path }))!)
    }),
  )
}

async function isPlaced({ volumes }: Deps, row: UploadRow): Promise<boolean> {
  if (await volumes.stat(bytesOf(row))) return false
  return (await volumes.stat({ volume: volumeOf(row), path: row.placed_path! }))?.kind === 'file'
}

/** Finishes what was broken off while it was put in place, and drops what nobody has gone on with for a day. */
export async function clearUploads(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - limits.upload_idle_hours * hour_ms)
  const rows = await uploadsRepo(deps.database.kysely).leftAlone(since, now)
  await forEachIsolated(rows, deps, 'clearing an upload', (row) =>
    holding(deps, row.id, async () => {
      if (row.placed_path !== null && (await isPlaced(deps, row))) return settle(deps, row, null)
      if (row.touched_at < since) return dropUpload(deps, row)
      await uploadsRepo(deps.database.kysely).update(row.id, { placed_path: null })
    }),
  )
}

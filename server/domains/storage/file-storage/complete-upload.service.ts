import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { presentStorageEntry } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import {
  buildEntryPath,
  runAtFreeName,
  type TakenNameAction,
} from '#server/domains/storage/file-storage/change-entries.service.ts'
import { type StorageUploadRow, uploadsRepo } from '#server/domains/storage/file-storage/uploads.repo.ts'
import { discardUpload, getStorageUploadRow, runWithUploadLock } from '#server/domains/storage/file-storage/uploads.service.ts'
import { recordStorageChange } from '#server/domains/storage/file-storage/usage.service.ts'
import { translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume, VolumeError } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const hourMs = 3_600_000
const toUploadPlace = (row: StorageUploadRow) => ({ volume: 'uploads', path: row.id }) as const
const toVolume = (row: StorageUploadRow) => toPersonalVolume(row.region_id, row.user_id)

async function computeSha256({ volumes }: Deps, row: StorageUploadRow): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await volumes.read(toUploadPlace(row)), hash)
  return hash.digest('hex')
}

/** Checks the received bytes against the sender's digest; discards all of them on a mismatch. */
async function verifyUpload(deps: Deps, row: StorageUploadRow, sha256: string): Promise<void> {
  const size = Number(row.size_bytes)
  if ((await deps.uploads.received(row.id)) !== size) throw new Refusal('upload_incomplete')
  await deps.uploads.finish(row.id, size)
  const found = row.sha256 ?? (await computeSha256(deps, row))
  if (found !== sha256) {
    await discardUpload(deps, row)
    throw createFieldRefusal('upload_mismatch', 'sha256')
  }
  await uploadsRepo(deps.database.kysely).update(row.id, { sha256: found })
}

/** Records the target path before moving the file, so that after a crash the row tells what was intended. */
async function placeUpload(
  deps: Deps,
  row: StorageUploadRow,
  whenTaken: TakenNameAction,
): Promise<{ path: string; replaced_bytes: number | null }> {
  const { volumes, database } = deps
  const volume = toVolume(row)
  const repo = uploadsRepo(database.kysely)
  const known = await volumes.stat({ volume, path: row.folder })
  // Use an existing folder's name as is; normalise the name of a new one.
  const folder = known ? row.folder : row.folder.normalize('NFC')
  const wanted = buildEntryPath(folder, row.name)
  const there = await volumes.stat({ volume, path: wanted })
  const put = async (path: string) => {
    await repo.update(row.id, { placed_path: path })
    try {
      await volumes.bring(toUploadPlace(row), { volume, path }, { replace: whenTaken === 'replace' })
    } catch (error) {
      await repo.update(row.id, { placed_path: null })
      throw error
    }
    return path
  }
  if (whenTaken === 'rename') return { path: await runAtFreeName(folder, row.name, 'file', put), replaced_bytes: null }
  try {
    const path = await put(wanted)
    return { path, replaced_bytes: there?.kind === 'file' ? there.size_bytes : null }
  } catch (error) {
    if (error instanceof VolumeError && error.fault === 'exists') throw createFieldRefusal('storage_name_taken', 'name')
    throw error
  }
}

/** Converts the reserved space into used space. */
async function settleUpload(deps: Deps, row: StorageUploadRow, replacedBytes: number | null): Promise<void> {
  const change = { bytes: Number(row.size_bytes) - (replacedBytes ?? 0), files: replacedBytes === null ? 1 : 0 }
  await deps.uploads.remove(row.id)
  await inTransaction(deps, async (tx) => {
    await recordStorageChange(tx, row, change)
    await uploadsRepo(tx.db).remove(row.id)
  })
}

/** Checks the received bytes against the sender's SHA-256 and moves the file to its place. */
export async function completeUpload(
  ctx: Context,
  id: string,
  { sha256, when_taken: whenTaken }: { sha256: string; when_taken?: TakenNameAction },
) {
  const { deps } = ctx
  await getStorageUploadRow(ctx, id)
  return runWithUploadLock(deps, id, () =>
    translateVolumeErrors(async () => {
      const row = await getStorageUploadRow(ctx, id)
      // Crashed after the file was placed: only the bookkeeping is left to do.
      if (row.placed_path !== null && (await isPlaced(deps, row))) {
        await settleUpload(deps, row, null)
        return presentStorageEntry((await deps.volumes.stat({ volume: toVolume(row), path: row.placed_path }))!)
      }
      await verifyUpload(deps, row, sha256)
      const { path, replaced_bytes: replacedBytes } = await placeUpload(
        deps,
        row,
        whenTaken ?? (row.when_taken as TakenNameAction),
      )
      await settleUpload(deps, row, replacedBytes)
      return presentStorageEntry((await deps.volumes.stat({ volume: toVolume(row), path }))!)
    }),
  )
}

async function isPlaced({ volumes }: Deps, row: StorageUploadRow): Promise<boolean> {
  if (await volumes.stat(toUploadPlace(row))) return false
  return (await volumes.stat({ volume: toVolume(row), path: row.placed_path! }))?.kind === 'file'
}

/** Finishes uploads interrupted while being placed, and drops those idle for a day. */
export async function cleanUpUploads(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  const since = new Date(now.getTime() - limits.uploadIdleHours * hourMs)
  const rows = await uploadsRepo(deps.database.kysely).leftAlone(since, now)
  await forEachIsolated(rows, deps, 'clearing an upload', (row) =>
    runWithUploadLock(deps, row.id, async () => {
      if (row.placed_path !== null && (await isPlaced(deps, row))) return settleUpload(deps, row, null)
      if (row.touched_at < since) return discardUpload(deps, row)
      await uploadsRepo(deps.database.kysely).update(row.id, { placed_path: null })
    }),
  )
}

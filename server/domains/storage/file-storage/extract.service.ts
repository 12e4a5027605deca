import type { z } from 'zod'
import { dayMs } from '#contract/day.ts'
import type { StorageTask, StorageTaskState } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getStoredFile } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { type ExtractionRow, extractionsRepo } from '#server/domains/storage/file-storage/extractions.repo.ts'
import { requireStorageRoom } from '#server/domains/storage/file-storage/usage.service.ts'
import { translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { VolumePath, VolumeStore } from '#server/ports/volumes.ts'
import { inTransaction, notifyAfterCommit } from '#server/tx.ts'

/** Wakes `runExtractions`. */
export const extractionChannel = 'zhisuan_extract'
const keptMs = 7 * dayMs

/** Returns whether a file starts with a zip signature, whatever its name. */
async function isZip(volumes: VolumeStore, place: VolumePath, sizeBytes: number): Promise<boolean> {
  if (sizeBytes < 22) return false
  const head: Buffer[] = []
  for await (const part of await volumes.read(place, { start: 0, end: 3 })) head.push(part)
  return ['504b0304', '504b0506'].includes(Buffer.concat(head).toString('hex'))
}

const present = (row: ExtractionRow): z.input<typeof StorageTask> => ({
  id: row.id,
  region_id: row.region_id,
  path: row.path,
  folder: row.folder,
  result_path: row.state === 'done' ? row.result_path : null,
  state: row.state as StorageTaskState,
  percent: row.percent,
  error: row.error,
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

export async function startExtraction(ctx: Context, form: { region_id: string; path: string; folder: string }) {
  const { deps, caller } = ctx
  const { place, entry } = await getStoredFile(ctx, form)
  const folder = await translateVolumeErrors(() => deps.volumes.stat({ ...place, path: form.folder }))
  if (!folder) throw createFieldRefusal('storage_folder_missing', 'folder')
  if (folder.kind === 'file') throw createFieldRefusal('storage_not_a_folder', 'folder')
  if (!(await translateVolumeErrors(() => isZip(deps.volumes, place, entry.size_bytes))))
    throw createFieldRefusal('not_a_zip', 'path')
  return inTransaction(deps, async (tx) => {
    const { user_id: userId } = caller
    await requireStorageRoom(tx.db, userId, form.region_id, 0)
    if ((await extractionsRepo(tx.db).countOpen(userId)) >= limits.extractTasksOpenMax) throw new Refusal('extract_limit')
    const id = newId('extract')
    await extractionsRepo(tx.db).insert({ ...form, id, user_id: userId, state: 'waiting', created_at: deps.clock.now() })
    await publishChange(tx, { user_id: userId, resource: 'file_storage', id })
    notifyAfterCommit(tx, extractionChannel, '')
    return present((await extractionsRepo(tx.db).find(userId, id))!)
  })
}

export async function listExtractions({ deps, caller }: Context, regionId: string | undefined) {
  const after = new Date(deps.clock.now().getTime() - keptMs)
  return (await extractionsRepo(deps.database.kysely).list(caller.user_id, regionId, after)).map(present)
}

export async function getExtraction({ deps, caller }: Context, id: string) {
  const row = await extractionsRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

/** Cancels an extraction until its result is moved into place; the worker removes the partial result. */
export function cancelExtraction(ctx: Context, id: string) {
  const { deps, caller } = ctx
  return inTransaction(deps, async (tx) => {
    const repo = extractionsRepo(tx.db)
    if (!(await repo.find(caller.user_id, id))) throw new Refusal('not_found')
    const row = (await repo.lock(id))!
    if (row.ended_at !== null || row.result_path !== null) throw new Refusal('extract_ended')
    await repo.update(id, { state: 'cancelled', ended_at: deps.clock.now(), reserved_bytes: 0n })
    await publishChange(tx, { user_id: caller.user_id, resource: 'file_storage', id })
    return present((await repo.find(caller.user_id, id))!)
  })
}

/** Deletes tasks that ended long ago. */
export const cleanUpExtractions = async ({ database, clock }: Deps): Promise<void> => {
  await extractionsRepo(database.kysely).forgetEnded(new Date(clock.now().getTime() - keptMs))
}

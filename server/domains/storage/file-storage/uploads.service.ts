import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { type StorageUpload, tusPath } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { buildEntryPath, type TakenNameAction } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { createUploadLock } from '#server/domains/storage/file-storage/upload-lock.ts'
import { type StorageUploadRow, uploadsRepo } from '#server/domains/storage/file-storage/uploads.repo.ts'
import { getStorageRegionId, requireStorageRoom } from '#server/domains/storage/file-storage/usage.service.ts'
import { translateVolumeErrors } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import { toPersonalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const hourMs = 3_600_000

async function present({ uploads }: Deps, row: StorageUploadRow): Promise<z.input<typeof StorageUpload>> {
  const offset = row.placed_path === null ? await translateVolumeErrors(() => uploads.received(row.id)) : Number(row.size_bytes)
  return {
    id: row.id,
    region_id: row.region_id,
    folder: row.folder,
    name: row.name,
    type: row.type,
    size_bytes: Number(row.size_bytes),
    offset: offset ?? 0,
    when_taken: row.when_taken as TakenNameAction,
    tus_path: tusPath.replace(':id', row.id),
    created_at: row.created_at.toISOString(),
    expires_at: new Date(row.touched_at.getTime() + limits.uploadIdleHours * hourMs).toISOString(),
  }
}

interface UploadForm {
  region_id: string
  folder: string
  name: string
  size_bytes: number
  type?: string
  when_taken: TakenNameAction
}

/** Refuses everything that can be refused before a byte is sent. */
async function assertPlaceable({ deps, caller }: Context, regionId: string, form: UploadForm): Promise<void> {
  const volume = toPersonalVolume(regionId, caller.user_id)
  const folder = await translateVolumeErrors(() => deps.volumes.stat({ volume, path: form.folder }))
  if (folder?.kind === 'file') throw createFieldRefusal('storage_not_a_folder', 'folder')
  const taken = await translateVolumeErrors(() => deps.volumes.stat({ volume, path: buildEntryPath(form.folder, form.name) }))
  if (!taken || form.when_taken === 'rename') return
  if (taken.kind === 'folder') throw createFieldRefusal('storage_name_taken', 'name', '已有同名的文件夹，请换一个名称')
  if (form.when_taken === 'refuse') throw createFieldRefusal('storage_name_taken', 'name')
}

/** Creates an upload and reserves its space; a file it replaces counts until it is gone. */
export async function createUpload(ctx: Context, form: UploadForm) {
  const { deps, caller } = ctx
  const { user_id: userId } = caller
  const regionId = await getStorageRegionId(deps, form.region_id)
  await assertPlaceable(ctx, regionId, form)
  const id = newId('upload')
  const now = deps.clock.now()
  await inTransaction(deps, async (tx) => {
    await requireStorageRoom(tx.db, userId, regionId, form.size_bytes)
    if ((await uploadsRepo(tx.db).count(userId)) >= limits.uploadsOpenMax) throw new Refusal('upload_limit')
    const { folder, name, type = null, size_bytes: sizeBytes, when_taken: whenTaken } = form
    const place = { user_id: userId, region_id: regionId, folder, name, type, when_taken: whenTaken }
    await uploadsRepo(tx.db).insert({ ...place, id, size_bytes: BigInt(sizeBytes), created_at: now, touched_at: now })
    await publishChange(tx, { user_id: userId, resource: 'file_storage', id: null })
  })
  await translateVolumeErrors(() => deps.uploads.open(id, form.size_bytes))
  return present(deps, await getOwn(deps, userId, id))
}

export async function listUploads({ deps, caller }: Context, regionId: string | undefined) {
  const rows = await uploadsRepo(deps.database.kysely).list(caller.user_id, regionId)
  return Promise.all(rows.map((row) => present(deps, row)))
}

async function getOwn({ database }: Deps, userId: string, id: string): Promise<StorageUploadRow> {
  const row = await uploadsRepo(database.kysely).find(userId, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getStorageUploadRow = ({ deps, caller }: Context, id: string): Promise<StorageUploadRow> =>
  getOwn(deps, caller.user_id, id)

export const getStorageUpload = async (ctx: Context, id: string) => present(ctx.deps, await getStorageUploadRow(ctx, id))

/** Runs `work` while the upload accepts no bytes; refuses `upload_busy` if the current holder does not release the lock. */
export async function runWithUploadLock<T>(deps: Deps, id: string, work: () => Promise<T>): Promise<T> {
  const lock = createUploadLock(deps, id)
  await lock
    .lock(AbortSignal.timeout(5_000), () => undefined)
    .catch(() => {
      throw new Refusal('upload_busy')
    })
  return work().finally(() => lock.unlock())
}

/** Deletes the bytes first: a row without bytes is found again, bytes without a row are not. */
export async function discardUpload(
  deps: Deps,
  { id, user_id: userId }: Pick<StorageUploadRow, 'id' | 'user_id'>,
): Promise<void> {
  await translateVolumeErrors(() => deps.uploads.remove(id))
  await inTransaction(deps, async (tx) => {
    await uploadsRepo(tx.db).remove(id)
    await publishChange(tx, { user_id: userId, resource: 'file_storage', id: null })
  })
}

export async function cancelStorageUpload(ctx: Context, id: string): Promise<null> {
  const row = await getStorageUploadRow(ctx, id)
  await runWithUploadLock(ctx.deps, id, async () => {
    if (row.placed_path !== null) throw new Refusal('upload_busy')
    await discardUpload(ctx.deps, row)
  })
  return null
}

/** Creates the tus handler for a user's upload; treats another user's upload as not found. */
export async function createTusHandler(
  deps: Deps,
  userId: string,
  id: string,
): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> {
  const row = await getOwn(deps, userId, id)
  if (row.placed_path !== null) throw new Refusal('upload_busy')
  await translateVolumeErrors(() => deps.uploads.open(id, Number(row.size_bytes)))
  return (request, response) => deps.uploads.speak(request, response, id, createUploadLock(deps, id))
}

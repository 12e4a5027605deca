import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { type StorageUpload, tus_path } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { placeIn, type WhenTaken } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { uploadLock } from '#server/domains/storage/file-storage/upload-lock.ts'
import { type UploadRow, uploadsRepo } from '#server/domains/storage/file-storage/uploads.repo.ts'
import { refuseUnlessRoom, regionOf } from '#server/domains/storage/file-storage/usage.service.ts'
import { withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import { personalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const hour_ms = 3_600_000

async function present({ uploads }: Deps, row: UploadRow): Promise<z.input<typeof StorageUpload>> {
  const offset = row.placed_path === null ? await withVolumes(() => uploads.received(row.id)) : Number(row.size_bytes)
  return {
    id: row.id,
    region_id: row.region_id,
    folder: row.folder,
    name: row.name,
    type: row.type,
    size_bytes: Number(row.size_bytes),
    offset: offset ?? 0,
    when_taken: row.when_taken as WhenTaken,
    tus_path: tus_path.replace(':id', row.id),
    created_at: row.created_at.toISOString(),
    expires_at: new Date(row.touched_at.getTime() + limits.upload_idle_hours * hour_ms).toISOString(),
  }
}

interface UploadForm {
  region_id: string
  folder: string
  name: string
  size_bytes: number
  type?: string
  when_taken: WhenTaken
}

/** What can be refused is refused here, before a byte is sent. */
async function refuseWhereItCannotGo({ deps, caller }: Context, region_id: string, form: UploadForm): Promise<void> {
  const volume = personalVolume(region_id, caller.user_id)
  const folder = await withVolumes(() => deps.volumes.stat({ volume, path: form.folder }))
  if (folder?.kind === 'file') throw refuseField('storage_not_a_folder', 'folder')
  const taken = await withVolumes(() => deps.volumes.stat({ volume, path: placeIn(form.folder, form.name) }))
  if (!taken || form.when_taken === 'rename') return
  if (taken.kind === 'folder') throw refuseField('storage_name_taken', 'name', '已有同名的文件夹，请换一个名称')
  if (form.when_taken === 'refuse') throw refuseField('storage_name_taken', 'name')
}

/** Takes the room that it will need; what it replaces counts until it is gone. */
export async function createUpload(ctx: Context, form: UploadForm) {
  const { deps, caller } = ctx
  const { user_id } = caller
  const region_id = await regionOf(deps, form.region_id)
  await refuseWhereItCannotGo(ctx, region_id, form)
  const id = newId('upload')
  const now = deps.clock.now()
  await inTransaction(deps, async (tx) => {
    await refuseUnlessRoom(tx.db, user_id, region_id, form.size_bytes)
    if ((await uploadsRepo(tx.db).count(user_id)) >= limits.uploads_open_max) throw new Refusal('upload_limit')
    const { folder, name, type = null, size_bytes, when_taken } = form
    const place = { user_id, region_id, folder, name, type, when_taken }
    await uploadsRepo(tx.db).insert({ ...place, id, size_bytes: BigInt(size_bytes), created_at: now, touched_at: now })
    await publishChange(tx, { user_id, resource: 'file_storage', id: null })
  })
  await withVolumes(() => deps.uploads.open(id, form.size_bytes))
  return present(deps, await getOwn(deps, user_id, id))
}

export async function listUploads({ deps, caller }: Context, region_id: string | undefined) {
  const rows = await uploadsRepo(deps.database.kysely).list(caller.user_id, region_id)
  return Promise.all(rows.map((row) => present(deps, row)))
}

async function getOwn({ database }: Deps, user_id: string, id: string): Promise<UploadRow> {
  const row = await uploadsRepo(database.kysely).find(user_id, id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getOwnUpload = ({ deps, caller }: Context, id: string): Promise<UploadRow> => getOwn(deps, caller.user_id, id)

export const getUpload = async (ctx: Context, id: string) => present(ctx.deps, await getOwnUpload(ctx, id))

/** Does something while no byte of the upload can arrive; refuses `upload_busy` when somebody does not let go. */
export async function holding<T>(deps: Deps, id: string, work: () => Promise<T>): Promise<T> {
  const lock = uploadLock(deps, id)
  await lock
    .lock(AbortSignal.timeout(5_000), () => undefined)
    .catch(() => {
      throw new Refusal('upload_busy')
    })
  return work().finally(() => lock.unlock())
}

/** The bytes first: a row without them is found again, bytes without a row are not. */
export async function dropUpload(deps: Deps, { id, user_id }: Pick<UploadRow, 'id' | 'user_id'>): Promise<void> {
  await withVolumes(() => deps.uploads.remove(id))
  await inTransaction(deps, async (tx) => {
    await uploadsRepo(tx.db).remove(id)
    await publishChange(tx, { user_id, resource: 'file_storage', id: null })
  })
}

export async function cancelUpload(ctx: Context, id: string): Promise<null> {
  const row = await getOwnUpload(ctx, id)
  await holding(ctx.deps, id, async () => {
    if (row.placed_path !== null) throw new Refusal('upload_busy')
    await dropUpload(ctx.deps, row)
  })
  return null
}

/** Speaks tus about one upload of a user's; somebody else's is as good as none. */
export async function receiveBytes(
  deps: Deps,
  user_id: string,
  id: string,
): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> {
  const row = await getOwn(deps, user_id, id)
  if (row.placed_path !== null) throw new Refusal('upload_busy')
  await withVolumes(() => deps.uploads.open(id, Number(row.size_bytes)))
  return (request, response) => deps.uploads.speak(request, response, id, uploadLock(deps, id))
}

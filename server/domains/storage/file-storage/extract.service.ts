import type { z } from 'zod'
import type { StorageTask, StorageTaskState } from '#contract/file-storage.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { getFile } from '#server/domains/storage/file-storage/browse-folder.service.ts'
import { type TaskRow, tasksRepo } from '#server/domains/storage/file-storage/extractions.repo.ts'
import { refuseUnlessRoom } from '#server/domains/storage/file-storage/usage.service.ts'
import { withVolumes } from '#server/domains/storage/file-storage/volume-errors.ts'
import type { Context } from '#server/http/context.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal, refuseField } from '#server/lib/refusal.ts'
import type { Place, Volumes } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

/** Wakes `workOnExtracts`. */
export const extract_channel = 'zhisuan_extract'
const kept_ms = 7 * 86_400_000

/** Whether a file begins as a zip does, whatever it is called. */
async function isZip(volumes: Volumes, place: Place, size_bytes: number): Promise<boolean> {
  if (size_bytes < 22) return false
  const head: Buffer[] = []
  for await (const part of await volumes.read(place, { start: 0, end: 3 })) head.push(part)
  return ['504b0304', '504b0506'].includes(Buffer.concat(head).toString('hex'))
}

const present = (row: TaskRow): z.input<typeof StorageTask> => ({
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

export async function startExtract(ctx: Context, form: { region_id: string; path: string; folder: string }) {
  const { deps, caller } = ctx
  const { place, entry } = await getFile(ctx, form)
  const folder = await withVolumes(() => deps.volumes.stat({ ...place, path: form.folder }))
  if (!folder) throw refuseField('storage_folder_missing', 'folder')
  if (folder.kind === 'file') throw refuseField('storage_not_a_folder', 'folder')
  if (!(await withVolumes(() => isZip(deps.volumes, place, entry.size_bytes)))) throw refuseField('not_a_zip', 'path')
  return inTransaction(deps, async (tx) => {
    const { user_id } = caller
    await refuseUnlessRoom(tx.db, user_id, form.region_id, 0)
    if ((await tasksRepo(tx.db).countOpen(user_id)) >= limits.extract_tasks_open_max) throw new Refusal('extract_limit')
    const id = newId('extract')
    await tasksRepo(tx.db).insert({ ...form, id, user_id, state: 'waiting', created_at: deps.clock.now() })
    await publishChange(tx, { user_id, resource: 'file_storage', id })
    tx.afterCommit(() => deps.database.notify(extract_channel, ''))
    return present((await tasksRepo(tx.db).find(user_id, id))!)
  })
}

export async function listTasks({ deps, caller }: Context, region_id: string | undefined) {
  const after = new Date(deps.clock.now().getTime() - kept_ms)
  return (await tasksRepo(deps.database.kysely).list(caller.user_id, region_id, after)).map(present)
}

export async function getTask({ deps, caller }: Context, id: string) {
  const row = await tasksRepo(deps.database.kysely).find(caller.user_id, id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

/** Until the moment at which what was unpacked is put in place; the worker takes away what it has made. */
export function cancelTask(ctx: Context, id: string) {
  const { deps, caller } = ctx
  return inTransaction(deps, async (tx) => {
    const repo = tasksRepo(tx.db)
    if (!(await repo.find(caller.user_id, id))) throw new Refusal('not_found')
    const row = (await repo.lock(id))!
    if (row.ended_at !== null || row.result_path !== null) throw new Refusal('extract_ended')
    await repo.update(id, { state: 'cancelled', ended_at: deps.clock.now(), reserved_bytes: 0n })
    await publishChange(tx, { user_id: caller.user_id, resource: 'file_storage', id })
    return present((await repo.find(caller.user_id, id))!)
  })
}

/** Forgets what ended long ago. */
export const forgetTasks = async ({ database, clock }: Deps): Promise<void> => {
  await tasksRepo(database.kysely).forgetEnded(new Date(clock.now().getTime() - kept_ms))
}

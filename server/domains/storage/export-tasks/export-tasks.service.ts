import { z } from 'zod'
import { dayMs } from '#contract/day.ts'
import { type ExportKind, type ExportTask, type ExportTaskState, exportKinds, exportTasks } from '#contract/export-tasks.ts'
import { limits } from '#contract/limits.ts'
import type { PageQuery } from '#server/db/page.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type ExportTaskRow, exportTasksRepo } from '#server/domains/storage/export-tasks/export-tasks.repo.ts'
import { canCall, type Rights } from '#server/http/access.ts'
import type { Context } from '#server/http/context.ts'
import type { Download } from '#server/http/download.ts'
import { createDownloadTickets } from '#server/http/download-ticket.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { notifyAfterCommit } from '#server/tx.ts'

/** Wakes `runExportTasks`. */
export const exportTasksChannel = 'zhisuan_exports'

/** Whose page lists a task: the console's, or the back office's. */
export type ExportPage = 'console' | 'office'

const tickets = createDownloadTickets({
  typ: 'export-download+jwt',
  key: (keys) => keys.storage_download,
  file: z.object({ id: z.string() }),
  expired: 'download_link_expired',
})

export const toExportPlace = (path: string) => ({ volume: 'exports', path }) as const

/** Kinds whose rows somebody may still see. */
const listVisibleKinds = (rights: Rights): ExportKind[] =>
  (Object.keys(exportKinds) as ExportKind[]).filter((kind) => canCall(exportKinds[kind].access, rights))

const listKinds = ({ caller }: Context, page: ExportPage): ExportKind[] =>
  listVisibleKinds(caller).filter((kind) => exportKinds[kind].office === (page === 'office'))

const computeState = (row: ExportTaskRow, now: Date): ExportTaskState =>
  row.expires_at && row.expires_at <= now ? 'expired' : (row.state as ExportTaskState)

function computePercent({ state, rows_done: done, rows_total: total }: ExportTaskRow): number {
  if (state === 'done') return 100
  return total === null || total === 0n ? 0 : Math.min(99, Number((done * 100n) / total))
}

function present(row: ExportTaskRow, now: Date): z.input<typeof ExportTask> {
  const { from = null, to = null, ...filters } = row.filters as Record<string, string>
  return {
    id: row.id,
    kind: row.kind as ExportKind,
    from,
    to,
    filters,
    state: computeState(row, now),
    percent: computePercent(row),
    rows_done: Number(row.rows_done),
    rows_total: row.rows_total === null ? null : Number(row.rows_total),
    file_name: row.file_name,
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    error: row.error,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  }
}

/** Creates a task that exports what the filters select, as they were parsed by the endpoint of the list. */
export function createExportTask(ctx: Context, kind: ExportKind, filters: object) {
  const { user_id: userId } = ctx.caller
  return ctx.transaction(async (tx) => {
    const repo = exportTasksRepo(tx.db)
    const now = tx.now()
    await repo.lockOwner(userId)
    const { open, files, recent } = await repo.countOfOwner(userId, now, new Date(now.getTime() - dayMs))
    if (open >= limits.exportTasksOpenMax) throw new Refusal('export_task_limit')
    if (files >= limits.exportFilesMax) throw new Refusal('export_file_limit')
    if (recent >= limits.exportTasksDayMax) throw new Refusal('export_day_limit')
    const id = newId('export')
    const row = await repo.insert({
      id,
      user_id: userId,
      kind,
      filters: JSON.stringify(filters),
      state: 'waiting',
      created_at: now,
    })
    await publishChange(tx, { user_id: userId, resource: 'export_tasks', id })
    notifyAfterCommit(tx, exportTasksChannel, '')
    return present(row, now)
  })
}

type ListQuery = PageQuery & { kind?: ExportKind | undefined; state?: ExportTaskState | undefined }

export async function listExportTasks(ctx: Context, page: ExportPage, { kind, ...query }: ListQuery) {
  const { deps, caller } = ctx
  const now = deps.clock.now()
  const kinds = listKinds(ctx, page).filter((known) => kind === undefined || known === kind)
  const { items, total } = await exportTasksRepo(deps.database.kysely).list(caller.user_id, kinds, { ...query, now })
  return { items: items.map((row) => present(row, now)), total }
}

async function getRow(ctx: Context, page: ExportPage, id: string): Promise<ExportTaskRow> {
  const row = await exportTasksRepo(ctx.deps.database.kysely).find(ctx.caller.user_id, listKinds(ctx, page), id)
  if (!row) throw new Refusal('not_found')
  return row
}

export const getExportTask = async (ctx: Context, page: ExportPage, id: string) =>
  present(await getRow(ctx, page, id), ctx.deps.clock.now())

/** Ends a task before it is done; the worker finds out and leaves no file. */
export async function cancelExportTask(ctx: Context, page: ExportPage, id: string) {
  await getRow(ctx, page, id)
  return ctx.transaction(async (tx) => {
    const row = await exportTasksRepo(tx.db).cancel(id, tx.now())
    if (!row) throw new Refusal('export_ended')
    await publishChange(tx, { user_id: row.user_id, resource: 'export_tasks', id })
    return present(row, tx.now())
  })
}

/** Throws a Refusal unless the task has a file that is still kept. */
function getFile(row: ExportTaskRow, now: Date): { path: string; name: string; size_bytes: number; changed_at: Date } {
  const state = computeState(row, now)
  if (state === 'expired') throw new Refusal('export_expired')
  if (state !== 'done') throw new Refusal('export_not_done')
  return { path: row.file_path!, name: row.file_name!, size_bytes: Number(row.size_bytes), changed_at: row.ended_at! }
}

/** Ends the time for which a file is kept; housekeeping deletes it. */
export async function removeExportFile(ctx: Context, page: ExportPage, id: string) {
  getFile(await getRow(ctx, page, id), ctx.deps.clock.now())
  return ctx.transaction(async (tx) => {
    const row = await exportTasksRepo(tx.db).expire(id, tx.now())
    if (!row) throw new Refusal('export_expired')
    await publishChange(tx, { user_id: row.user_id, resource: 'export_tasks', id })
    return present(row, tx.now())
  })
}

/** Creates a URL that a browser can open without a header, for one user, one file and a few minutes. */
export async function createExportLink(ctx: Context, page: ExportPage, id: string) {
  const { deps, caller } = ctx
  getFile(await getRow(ctx, page, id), deps.clock.now())
  const { ticket, expires_at: expiresAt } = await tickets.sign(deps, caller.user_id, { id })
  return { url: `${exportTasks.download.path}?ticket=${ticket}`, expires_at: expiresAt }
}

/** Serves the file, in full or resumed from an offset, as long as who was given the ticket may see its rows. */
export async function downloadExport({ deps }: Context, ticket: string): Promise<Download> {
  const { user_id: userId, id } = await tickets.read(deps, ticket)
  const repo = exportTasksRepo(deps.database.kysely)
  const rights = await repo.findRights(userId)
  const row = rights && (await repo.find(userId, listVisibleKinds(rights as Rights), id))
  if (!row) throw new Refusal('not_found')
  const { path, name, ...file } = getFile(row, deps.clock.now())
  return { file_name: name, ranged: { ...file, read: (range) => deps.volumes.read(toExportPlace(path), range) } }
}

/** Deletes files that have expired or that nobody wants, and tasks that ended long ago. */
export async function cleanUpExports(deps: Deps): Promise<void> {
  const repo = exportTasksRepo(deps.database.kysely)
  await forEachIsolated(await repo.listUnwanted(deps.clock.now()), deps, 'deleting an export', async ({ id }) => {
    await deps.volumes.remove(toExportPlace(id))
    await repo.clear(id, deps.clock.now())
  })
  await repo.forgetEnded(deps.clock.now())
}

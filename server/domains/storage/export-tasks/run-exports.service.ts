import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { dayMs } from '#contract/day.ts'
import { type ExportKind, exportKinds } from '#contract/export-tasks.ts'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type ExportTaskRow, exportTasksRepo } from '#server/domains/storage/export-tasks/export-tasks.repo.ts'
import { toExportPlace } from '#server/domains/storage/export-tasks/export-tasks.service.ts'
import { type CsvExport, type ExportScope, writeCsv } from '#server/http/csv.ts'
import { isDiskFull } from '#server/lib/disk-full.ts'
import { inTransaction } from '#server/tx.ts'

/** How each kind is read; `filters` are parsed again, as an older version may have stored them. */
export type ExportSources = Readonly<Record<ExportKind, (scope: ExportScope, filters: unknown) => CsvExport>>

const leaseMs = 60_000
const toldEveryMs = 1_000
const retryMs = 15_000
const diskFullMessage = '平台的磁盘空间已满，没有留下文件，请稍后重新导出'
/** More rows are not counted; the progress is then of so many. */
const countedMax = 100_000_000

/** The task was cancelled or taken over. */
class TaskLost extends Error {}

/** Runs the waiting exports one after the other. One that was interrupted starts again. */
export async function runExportTasks(deps: Deps, sources: ExportSources, signal?: AbortSignal): Promise<void> {
  const worker = randomUUID()
  const kinds = Object.keys(sources)
  const repo = exportTasksRepo(deps.database.kysely)
  while (!signal?.aborted) {
    const task = await repo.claim(worker, kinds, deps.clock.now(), computeLeaseEnd(deps))
    if (!task) return
    const path = `${task.id}/${worker}.csv`
    try {
      await (task.tries > limits.exportTriesMax ? fail(deps, worker, task) : write(deps, worker, task, { path, sources, signal }))
    } catch (error) {
      if (signal?.aborted) await repo.letGo(task.id, worker)
      else if (!(error instanceof TaskLost)) await tryLater(deps, worker, task, error)
      await deps.volumes.remove(toExportPlace(path))
    }
    await repo.release(task.id, worker)
  }
}

/** Leaves a task for another try after a pause, as the database or the volume may be away for a moment; fails after the last. */
async function tryLater(deps: Deps, worker: string, task: ExportTaskRow, error: unknown): Promise<void> {
  if (isDiskFull(error)) deps.figures.failForWantOfRoom(deps.clock.now())
  deps.log.error({ err: error, task: task.id, tries: task.tries }, 'export failed')
  if (task.tries >= limits.exportTriesMax) return fail(deps, worker, task, isDiskFull(error) ? diskFullMessage : undefined)
  await exportTasksRepo(deps.database.kysely).putOff(task.id, worker, new Date(deps.clock.now().getTime() + retryMs))
}

const computeLeaseEnd = ({ clock }: Deps) => new Date(clock.now().getTime() + leaseMs)

async function write(
  deps: Deps,
  worker: string,
  task: ExportTaskRow,
  { path, sources, signal }: { path: string; sources: ExportSources; signal: AbortSignal | undefined },
): Promise<void> {
  const csv = sources[task.kind as ExportKind]({ deps, user_id: task.user_id, at: task.created_at }, task.filters)
  const [ended, lost] = [new AbortController(), new AbortController()]
  let done = 0
  let total: bigint | null = null

  /** Renews the lease and tells the owner how far it is. */
  const tell = () =>
    inTransaction(deps, async (tx) => {
      const changes = { rows_done: BigInt(done), rows_total: total, held_until: computeLeaseEnd(deps) }
      if (!(await exportTasksRepo(tx.db).change(task.id, worker, changes))) throw new TaskLost()
      await publishChange(tx, { user_id: task.user_id, resource: 'export_tasks', id: task.id })
    })
  const tellRegularly = async () => {
    while (!ended.signal.aborted && !lost.signal.aborted) {
      await tell().catch((error: unknown) => lost.abort(error))
      await deps.clock.sleep(toldEveryMs, ended.signal)
    }
  }
  async function* lines() {
    for await (const line of writeCsv(csv.titles, csv.chunks(), (rows) => {
      done += rows
    })) {
      signal?.throwIfAborted()
      lost.signal.throwIfAborted()
      yield line
    }
  }

  const telling = tellRegularly()
  try {
    total = BigInt(await csv.count(countedMax))
    const { size_bytes: sizeBytes } = await deps.volumes.write(
      toExportPlace(path),
      Readable.from(lines(), { objectMode: false }),
      { replace: true },
    )
    lost.signal.throwIfAborted()
    await end(deps, worker, task, {
      state: 'done',
      rows_done: BigInt(done),
      rows_total: BigInt(done),
      file_path: path,
      file_name: csv.file_name,
      size_bytes: BigInt(sizeBytes),
      expires_at: new Date(deps.clock.now().getTime() + limits.exportKeptDays * dayMs),
    })
  } finally {
    ended.abort()
    await telling
  }
}

/** Ends a task that this worker still has, and notifies its owner. */
const end = (
  deps: Deps,
  worker: string,
  { id, kind, user_id: userId }: ExportTaskRow,
  changes: Parameters<ReturnType<typeof exportTasksRepo>['end']>[2] & { state: 'done' | 'failed' },
) =>
  inTransaction(deps, async (tx) => {
    if (!(await exportTasksRepo(tx.db).end(id, worker, { ...changes, ended_at: tx.now() }))) throw new TaskLost()
    const { label, office } = exportKinds[kind as ExportKind]
    const isDone = changes.state === 'done'
    await notifyUser(tx, {
      user_id: userId,
      class: 'system',
      title: `导出${isDone ? '已完成' : '失败'}：${label}`,
      content: isDone
        ? `共 ${changes.rows_done} 行，文件保留 ${limits.exportKeptDays} 天，请在「导出记录」下载。`
        : '没有留下文件，请重新导出；仍不行请缩小范围。',
      link: office ? '/operator/exports' : '/console/export',
    })
    await publishChange(tx, { user_id: userId, resource: 'export_tasks', id })
  })

const fail = (deps: Deps, worker: string, task: ExportTaskRow, message = '导出时出错，没有留下文件，请重新导出') =>
  end(deps, worker, task, { state: 'failed', error: message })

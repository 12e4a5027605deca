import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { BadArchive } from '#server/domains/storage/file-storage/archive.policy.ts'
import type { ExtractStep } from '#server/domains/storage/file-storage/archive-messages.ts'
import { ArchiveThread, ArchiveThreadLost } from '#server/domains/storage/file-storage/archive-thread.ts'
import { runAtFreeName } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { type ExtractionRow, extractionsRepo } from '#server/domains/storage/file-storage/extractions.repo.ts'
import { parseEntryName } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { recordStorageChange, requireStorageRoom } from '#server/domains/storage/file-storage/usage.service.ts'
import { toVolumeRefusal } from '#server/domains/storage/file-storage/volume-errors.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { stagingFolder, toPersonalVolume } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const leaseMs = 60_000
const toldEveryMs = 1_000

/** The task was cancelled or taken over; the row's next holder removes the partial result. */
class TaskLost extends Error {}

const toVolume = (task: ExtractionRow) => toPersonalVolume(task.region_id, task.user_id)
const toStagingPlace = (task: ExtractionRow) => ({ volume: toVolume(task), path: `${stagingFolder}/${task.id}` })
const computeLeaseEnd = ({ clock }: Deps) => new Date(clock.now().getTime() + leaseMs)

/** Runs the waiting extractions one after the other and cleans up interrupted ones. */
export async function runExtractions(deps: Deps): Promise<void> {
  const worker = randomUUID()
  const repo = extractionsRepo(deps.database.kysely)
  for (;;) {
    const task = await repo.claim(worker, deps.clock.now(), computeLeaseEnd(deps))
    if (!task) return
    try {
      await resumeTask(deps, worker, task)
    } catch (error) {
      if (!(error instanceof TaskLost)) await failTask(deps, task, error)
    }
    await clearStaging(deps, task)
    await repo.letGo(task.id, worker)
  }
}

async function clearStaging(deps: Deps, task: ExtractionRow): Promise<void> {
  await deps.volumes.remove(toStagingPlace(task))
  await extractionsRepo(deps.database.kysely).update(task.id, { staged: false })
}

/** Returns the failure message for the owner, with the reason if the owner can fix it. */
function toFailureReason(deps: Deps, task: ExtractionRow, error: unknown): string {
  if (error instanceof BadArchive) return error.message
  const refusal = toVolumeRefusal(error)
  if (refusal instanceof Refusal) return refusal.message
  deps.log.error({ err: error, task: task.id }, 'unpacking failed')
  return error instanceof ArchiveThreadLost ? '解压意外中断，请重试；仍不行请重新压缩后再上传' : '解压失败，请稍后再试'
}

const failTask = (deps: Deps, task: ExtractionRow, error: unknown) =>
  end(deps, task, { state: 'failed', error: toFailureReason(deps, task, error), result_path: null })

/** Ends a task unless it has already ended, for example by cancellation. */
const end = (
  deps: Deps,
  { id, user_id: userId }: ExtractionRow,
  changes: { state: 'done' | 'failed'; error?: string; result_path?: null; percent?: number },
  count?: Parameters<typeof recordStorageChange>[2],
) =>
  inTransaction(deps, async (tx) => {
    const row = await extractionsRepo(tx.db).lock(id)
    if (row?.ended_at !== null) return
    if (count) await recordStorageChange(tx, row, count)
    await extractionsRepo(tx.db).update(id, { ...changes, reserved_bytes: 0n, ended_at: deps.clock.now() })
    await publishChange(tx, { user_id: userId, resource: 'file_storage', id })
  })

async function resumeTask(deps: Deps, worker: string, task: ExtractionRow): Promise<void> {
  if (task.ended_at !== null) return
  if (task.result_path !== null && (await isPlaced(deps, task))) return finish(deps, task, task.result_path)
  const { volumes } = deps
  const place = { volume: toVolume(task), path: task.path }
  const source = await volumes.stat(place)
  if (source?.kind !== 'file') throw new Refusal('storage_not_found')
  await volumes.remove(toStagingPlace(task))
  const archive = new ArchiveThread(volumes, place, source.size_bytes)
  try {
    const totalBytes = await waitWhileHeld(deps, worker, task, archive.plan())
    await startTask(deps, task, totalBytes)
    await unpack(deps, worker, task, archive.steps(), totalBytes)
  } finally {
    await archive.close()
  }
  await finish(deps, task, await putInPlace(deps, task))
}

/** Waits for long work while renewing the lease; throws TaskLost once the task was taken over or cancelled. */
async function waitWhileHeld<T>(deps: Deps, worker: string, task: ExtractionRow, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const watch = async (): Promise<never> => {
    for (;;) {
      await sleep(toldEveryMs, undefined, { signal: done.signal })
      if (!(await extractionsRepo(deps.database.kysely).hold(task.id, worker, computeLeaseEnd(deps)))) throw new TaskLost()
    }
  }
  try {
    return await Promise.race([work, watch()])
  } finally {
    done.abort()
  }
}

/** Reserves the space before any byte is written. */
const startTask = (deps: Deps, { id, user_id: userId, region_id: regionId }: ExtractionRow, totalBytes: number) =>
  inTransaction(deps, async (tx) => {
    const row = await extractionsRepo(tx.db).lock(id)
    if (row?.ended_at !== null) throw new TaskLost()
    await extractionsRepo(tx.db).update(id, { reserved_bytes: 0n })
    await requireStorageRoom(tx.db, userId, regionId, totalBytes)
    const room = { reserved_bytes: BigInt(totalBytes), staged: true, result_path: null }
    await extractionsRepo(tx.db).update(id, { ...room, state: 'running', percent: 0 })
    await publishChange(tx, { user_id: userId, resource: 'file_storage', id })
  })

async function unpack(
  deps: Deps,
  worker: string,
  task: ExtractionRow,
  steps: AsyncGenerator<ExtractStep>,
  totalBytes: number,
): Promise<void> {
  const staging = toStagingPlace(task)
  let done = 0
  let toldAt = 0
  const tell = async () => {
    const now = deps.clock.now().getTime()
    if (now - toldAt < toldEveryMs) return
    toldAt = now
    const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, totalBytes)))
    if (!(await extractionsRepo(deps.database.kysely).progress(task.id, worker, percent, computeLeaseEnd(deps))))
      throw new TaskLost()
    await inTransaction(deps, (tx) => publishChange(tx, { user_id: task.user_id, resource: 'file_storage', id: task.id }))
  }
  async function* content() {
    for (let step = await steps.next(); !step.done; step = await steps.next()) {
      if (step.value === 'end' || !('part' in step.value)) return
      done += step.value.part.length
      await tell()
      yield step.value.part
    }
  }
  await deps.volumes.makeFolder(staging)
  const placeOf = (path: string) => ({ ...staging, path: `${staging.path}/${path}` })
  for (let step = await steps.next(); !step.done; step = await steps.next()) {
    await tell()
    if (step.value === 'end') continue
    if ('folder' in step.value) await deps.volumes.makeFolder(placeOf(step.value.folder))
    else if ('file' in step.value)
      await deps.volumes.write(placeOf(step.value.file), Readable.from(content(), { objectMode: false }))
  }
}

const isPlaced = async ({ volumes }: Deps, task: ExtractionRow): Promise<boolean> =>
  !(await volumes.stat(toStagingPlace(task))) &&
  (await volumes.stat({ volume: toVolume(task), path: task.result_path! })) !== undefined

/** Moves the whole result in one step to a folder named after the archive; picks another name if that one is taken. */
async function putInPlace(deps: Deps, task: ExtractionRow): Promise<string> {
  const name = parseEntryName(task.path).replace(/\.zip$/i, '') || '解压'
  return runAtFreeName(task.folder, name, 'folder', async (path) => {
    await deps.database.transaction(async (trx) => {
      const row = await extractionsRepo(trx).lock(task.id)
      if (row?.ended_at !== null) throw new TaskLost()
      await extractionsRepo(trx).update(task.id, { result_path: path })
    })
    await deps.volumes.move(toVolume(task), toStagingPlace(task).path, path)
    return path
  })
}

async function finish(deps: Deps, task: ExtractionRow, resultPath: string): Promise<void> {
  const found = { bytes: 0, files: 0 }
  for await (const { size_bytes: sizeBytes } of deps.volumes.walk({ volume: toVolume(task), path: resultPath })) {
    found.bytes += sizeBytes
    found.files += 1
  }
  await end(deps, task, { state: 'done', percent: 100 }, found)
}

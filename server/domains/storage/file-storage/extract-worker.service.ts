import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { BadArchive } from '#server/domains/storage/file-storage/archive.policy.ts'
import type { Step } from '#server/domains/storage/file-storage/archive-messages.ts'
import { ArchiveThread, LostThread } from '#server/domains/storage/file-storage/archive-thread.ts'
import { atFreeName } from '#server/domains/storage/file-storage/change-entries.service.ts'
import { type TaskRow, tasksRepo } from '#server/domains/storage/file-storage/extractions.repo.ts'
import { nameOf } from '#server/domains/storage/file-storage/file-name.policy.ts'
import { countChange, refuseUnlessRoom } from '#server/domains/storage/file-storage/usage.service.ts'
import { asRefusal } from '#server/domains/storage/file-storage/volume-errors.ts'
import { Refusal } from '#server/lib/refusal.ts'
import { personalVolume, staging_folder } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

const lease_ms = 60_000
const told_every_ms = 1_000

/** Cancelled, or taken over by another worker: what was made is for the row's next holder to take away. */
class NoLongerOurs extends Error {}

const volumeOf = (task: TaskRow) => personalVolume(task.region_id, task.user_id)
const stagingOf = (task: TaskRow) => ({ volume: volumeOf(task), path: `${staging_folder}/${task.id}` })
const until = ({ clock }: Deps) => new Date(clock.now().getTime() + lease_ms)

/** Unpacks what is waiting, one after the other, and clears away what was broken off. */
export async function workOnExtracts(deps: Deps): Promise<void> {
  const worker = randomUUID()
  const repo = tasksRepo(deps.database.kysely)
  for (;;) {
    const task = await repo.claim(worker, deps.clock.now(), until(deps))
    if (!task) return
    try {
      await carryOn(deps, worker, task)
    } catch (error) {
      if (!(error instanceof NoLongerOurs)) await endBadly(deps, task, error)
    }
    await clearStaging(deps, task)
    await repo.letGo(task.id, worker)
  }
}

async function clearStaging(deps: Deps, task: TaskRow): Promise<void> {
  await deps.volumes.remove(stagingOf(task))
  await tasksRepo(deps.database.kysely).update(task.id, { staged: false })
}

/** What the owner reads: why, where it is theirs to mend. */
function reasonOf(deps: Deps, task: TaskRow, error: unknown): string {
  if (error instanceof BadArchive) return error.message
  const refusal = asRefusal(error)
  if (refusal instanceof Refusal) return refusal.message
  deps.log.error({ err: error, task: task.id }, 'unpacking failed')
  return error instanceof LostThread ? '解压意外中断，请重试；仍不行请重新压缩后再上传' : '解压失败，请稍后再试'
}

const endBadly = (deps: Deps, task: TaskRow, error: unknown) =>
  end(deps, task, { state: 'failed', error: reasonOf(deps, task, error), result_path: null })

/** Ends a task that is still running; whoever cancelled it was first. */
const end = (
  deps: Deps,
  { id, user_id }: TaskRow,
  changes: { state: 'done' | 'failed'; error?: string; result_path?: null; percent?: number },
  count?: Parameters<typeof countChange>[2],
) =>
  inTransaction(deps, async (tx) => {
    const row = await tasksRepo(tx.db).lock(id)
    if (row?.ended_at !== null) return
    if (count) await countChange(tx, row, count)
    await tasksRepo(tx.db).update(id, { ...changes, reserved_bytes: 0n, ended_at: deps.clock.now() })
    await publishChange(tx, { user_id, resource: 'file_storage', id })
  })

async function carryOn(deps: Deps, worker: string, task: TaskRow): Promise<void> {
  if (task.ended_at !== null) return
  if (task.result_path !== null && (await isPlaced(deps, task))) return finish(deps, task, task.result_path)
  const { volumes } = deps
  const place = { volume: volumeOf(task), path: task.path }
  const source = await volumes.stat(place)
  if (source?.kind !== 'file') throw new Refusal('storage_not_found')
  await volumes.remove(stagingOf(task))
  const archive = new ArchiveThread(volumes, place, source.size_bytes)
  try {
    const total_bytes = await whileOurs(deps, worker, task, archive.plan())
    await begin(deps, task, total_bytes)
    await unpack(deps, worker, task, archive.steps(), total_bytes)
  } finally {
    await archive.close()
  }
  await finish(deps, task, await putInPlace(deps, task))
}

/** Waits for what takes long; holds the task meanwhile, and stops waiting once it is somebody else's or nobody's. */
async function whileOurs<T>(deps: Deps, worker: string, task: TaskRow, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const watch = async (): Promise<never> => {
    for (;;) {
      await sleep(told_every_ms, undefined, { signal: done.signal })
      if (!(await tasksRepo(deps.database.kysely).hold(task.id, worker, until(deps)))) throw new NoLongerOurs()
    }
  }
  try {
    return await Promise.race([work, watch()])
  } finally {
    done.abort()
  }
}

/** Takes the room before a byte is written. */
const begin = (deps: Deps, { id, user_id, region_id }: TaskRow, total_bytes: number) =>
  inTransaction(deps, async (tx) => {
    const row = await tasksRepo(tx.db).lock(id)
    if (row?.ended_at !== null) throw new NoLongerOurs()
    await tasksRepo(tx.db).update(id, { reserved_bytes: 0n })
    await refuseUnlessRoom(tx.db, user_id, region_id, total_bytes)
    const room = { reserved_bytes: BigInt(total_bytes), staged: true, result_path: null }
    await tasksRepo(tx.db).update(id, { ...room, state: 'running', percent: 0 })
    await publishChange(tx, { user_id, resource: 'file_storage', id })
  })

async function unpack(
  deps: Deps,
  worker: string,
  task: TaskRow,
  steps: AsyncGenerator<Step>,
  total_bytes: number,
): Promise<void> {
  const staging = stagingOf(task)
  let done = 0
  let told_at = 0
  const tell = async () => {
    const now = deps.clock.now().getTime()
    if (now - told_at < told_every_ms) return
    told_at = now
    const percent = Math.min(99, Math.floor((100 * done) / Math.max(1, total_bytes)))
    if (!(await tasksRepo(deps.database.kysely).progress(task.id, worker, percent, until(deps)))) throw new NoLongerOurs()
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

const isPlaced = async ({ volumes }: Deps, task: TaskRow): Promise<boolean> =>
  !(await volumes.stat(stagingOf(task))) &&
  (await volumes.stat({ volume: volumeOf(task), path: task.result_path! })) !== undefined

/** All of it at once: a folder named as the archive, beside whatever is called so already. */
async function putInPlace(deps: Deps, task: TaskRow): Promise<string> {
  const name = nameOf(task.path).replace(/\.zip$/i, '') || '解压'
  return atFreeName(task.folder, name, 'folder', async (path) => {
    await deps.database.transaction(async (trx) => {
      const row = await tasksRepo(trx).lock(task.id)
      if (row?.ended_at !== null) throw new NoLongerOurs()
      await tasksRepo(trx).update(task.id, { result_path: path })
    })
    await deps.volumes.move(volumeOf(task), stagingOf(task).path, path)
    return path
  })
}

async function finish(deps: Deps, task: TaskRow, result_path: string): Promise<void> {
  const found = { bytes: 0, files: 0 }
  for await (const { size_bytes } of deps.volumes.walk({ volume: volumeOf(task), path: result_path })) {
    found.bytes += size_bytes
    found.files += 1
  }
  await end(deps, task, { state: 'done', percent: 100 }, found)
}

import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type DatasetCopy, datasetCopiesRepo } from '#server/domains/storage/datasets/copy-datasets.repo.ts'
import { type CopiedFile, copyFiles, findUnfitReason, measureDatasetFolder } from '#server/domains/storage/datasets/copy-files.ts'
import { notifyDatasetAuthor, notifyDatasetReviewers } from '#server/domains/storage/datasets/datasets.notifications.ts'
import { recordLeftoverVolume, removeLeftovers } from '#server/domains/storage/datasets/leftover-volumes.service.ts'
import { newId } from '#server/lib/ids.ts'
import { toDatasetVolume, toPersonalVolume, type VolumePath, type VolumeStore } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

/** Wakes the worker that copies data sets. */
export const datasetCopiesChannel = 'zhisuan_data_set_copies'

const leaseMs = 120_000
/** Interval for renewing the lease and updating the progress. */
const renewMs = 5_000
const mostTries = 5
const atOnce = 2
const storageDownMessage = '文件存储暂时无法读写，请稍后重新提交'

/** Another worker took over the copy, or the author withdrew the version. */
class LostLease extends Error {}

/** Number of copies running on this node. */
const runningCopies = new WeakMap<Deps['database'], number>()

/**
 * Removes leftovers and starts copying submitted versions, a few at a time. Neither this call nor a server shutdown waits for the
 * copies: the next worker to claim a version starts it over (docs/decisions/042).
 */
export async function startDatasetCopies(deps: Deps): Promise<void> {
  await removeLeftovers(deps)
  for (let lane = runningCopies.get(deps.database) ?? 0; lane < atOnce; lane += 1) void runCopies(deps)
}

async function runCopies(deps: Deps): Promise<void> {
  const count = (change: number) => runningCopies.set(deps.database, (runningCopies.get(deps.database) ?? 0) + change)
  count(1)
  try {
    while (await copyNextDataset(deps)) {
      // Until none is left.
    }
  } catch (error) {
    deps.log.error({ err: error }, 'data sets not copied')
  } finally {
    count(-1)
  }
}

/**
 * Claims one version and copies it; returns whether there was one. Each attempt writes into its own volume, so a worker presumed
 * dead cannot write into a finished copy.
 */
export async function copyNextDataset(deps: Deps): Promise<boolean> {
  const now = deps.clock.now()
  const copying = await deps.database.transaction(async (trx) => {
    const taken = await datasetCopiesRepo(trx).claim(now, new Date(now.getTime() + leaseMs), newId('dsc'))
    if (taken) await recordLeftoverVolume(trx, { id: taken.id, content_id: taken.left_content_id }, now)
    return taken
  })
  if (!copying) return false
  try {
    await copyVersion(deps, copying)
  } catch (error) {
    if (!(error instanceof LostLease)) await failOrRetry(deps, copying, error)
  }
  return true
}

/** Copies a folder into a version's volume and returns the facts of each file. */
export const copyIntoVersion = (volumes: VolumeStore, folder: VolumePath, contentId: string): Promise<CopiedFile[]> =>
  copyFiles(volumes, folder, toDatasetVolume(contentId), async () => undefined)

async function copyVersion(deps: Deps, copying: DatasetCopy): Promise<void> {
  const { clock, database, volumes } = deps
  const folder = { volume: toPersonalVolume(copying.source_region_id, copying.author_id), path: copying.source_path }
  const totalBytes = await measureDatasetFolder(volumes, folder)
  let renewedAt = -Infinity
  const onProgress = async (bytes: number) => {
    const now = clock.now().getTime()
    if (now - renewedAt < renewMs) return
    renewedAt = now
    const progress = { copied_bytes: BigInt(bytes), total_bytes: totalBytes, lease_until: new Date(now + leaseMs) }
    if (!(await datasetCopiesRepo(database.kysely).renew(copying, progress))) throw new LostLease()
    await inTransaction(deps, (tx) =>
      publishChange(tx, { user_id: copying.author_id, resource: 'data_sets', id: copying.data_set_id }),
    )
  }
  await onProgress(0)
  const files = await copyFiles(volumes, folder, toDatasetVolume(copying.content_id), onProgress)
  await inTransaction(deps, async (tx) => {
    const repo = datasetCopiesRepo(tx.db)
    if (!(await repo.lock(copying))) return
    await repo.insertFiles(files.map((file) => ({ ...file, version_id: copying.id })))
    const sizeBytes = files.reduce((sum, file) => sum + file.size_bytes, 0n)
    await repo.finish(copying.id, { size_bytes: sizeBytes, file_count: files.length, content_at: clock.now() })
    await notifyDatasetReviewers(tx, copying.id)
    await publishChange(tx, {
      user_id: copying.author_id,
      resource: 'data_sets',
      id: copying.data_set_id,
    })
  })
}

/** Reports errors the author can fix at once; retries transient errors after the lease expires. */
async function failOrRetry(deps: Deps, copying: DatasetCopy, error: unknown): Promise<void> {
  const unfit = findUnfitReason(error)
  if (!unfit) deps.log.error({ err: error, version: copying.id }, 'data set not copied')
  if (!unfit && copying.tries < mostTries) return
  const reason = unfit ?? storageDownMessage
  await inTransaction(deps, async (tx) => {
    const repo = datasetCopiesRepo(tx.db)
    if (!(await repo.lock(copying))) return
    await recordLeftoverVolume(tx.db, copying, deps.clock.now())
    await repo.fail(copying.id, reason)
    await notifyDatasetAuthor(tx, copying.id, {
      title: '准备失败',
      content: `原因：${reason}。没有进入审核，改正后可以重新提交。`,
    })
  })
}

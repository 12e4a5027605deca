import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type Copying, copyingRepo } from '#server/domains/storage/datasets/copy-datasets.repo.ts'
import { type CopiedFile, copyFiles, measure, unfitBecause } from '#server/domains/storage/datasets/copy-files.ts'
import { tellAuthor, tellReviewers } from '#server/domains/storage/datasets/datasets.notifications.ts'
import { leaveBehind, removeLeftovers } from '#server/domains/storage/datasets/leftover-volumes.service.ts'
import { newId } from '#server/lib/ids.ts'
import { dataSetVolume, type Place, personalVolume, type Volumes } from '#server/ports/volumes.ts'
import { inTransaction } from '#server/tx.ts'

/** Wakes the worker that copies. */
export const copies_channel = 'zhisuan_data_set_copies'

const lease_ms = 120_000
/** How often the lease is renewed and the progress shown. */
const renew_ms = 5_000
const most_tries = 5
const at_once = 2
const out_of_order = '文件存储暂时无法读写，请稍后重新提交'

/** Somebody else copies now, or the author has withdrawn it. */
class Lost extends Error {}

/** Copyings under way on this node. */
const under_way = new WeakMap<Deps['database'], number>()

/**
 * Clears away what was left behind, and lets what authors have submitted be copied, a few versions at a time. It does not wait
 * for them, nor does a server that ends: whoever claims such a version next begins anew (docs/decisions/042).
 */
export async function copyDataSets(deps: Deps): Promise<void> {
  await removeLeftovers(deps)
  for (let lane = under_way.get(deps.database) ?? 0; lane < at_once; lane += 1) void copyAll(deps)
}

async function copyAll(deps: Deps): Promise<void> {
  const count = (change: number) => under_way.set(deps.database, (under_way.get(deps.database) ?? 0) + change)
  count(1)
  try {
    while (await copyNext(deps)) {
      // until none is left
    }
  } catch (error) {
    deps.log.error({ err: error }, 'data sets not copied')
  } finally {
    count(-1)
  }
}

/**
 * Takes one version and copies it; answers whether there was one. Each attempt writes into a volume of its own, so a worker
 * that was thought dead cannot write into what another has finished.
 */
export async function copyNext(deps: Deps): Promise<boolean> {
  const now = deps.clock.now()
  const copying = await deps.database.transaction(async (trx) => {
    const taken = await copyingRepo(trx).claim(now, new Date(now.getTime() + lease_ms), newId('dsc'))
    if (taken) await leaveBehind(trx, { id: taken.id, content_id: taken.left_content_id }, now)
    return taken
  })
  if (!copying) return false
  try {
    await copy(deps, copying)
  } catch (error) {
    if (!(error instanceof Lost)) await giveUpOrWait(deps, copying, error)
  }
  return true
}

/** Copies a folder into the volume of a version and says what each file is. */
export const copyIntoVersion = (volumes: Volumes, folder: Place, content_id: string): Promise<CopiedFile[]> =>
  copyFiles(volumes, folder, dataSetVolume(content_id), async () => undefined)

async function copy(deps: Deps, copying: Copying): Promise<void> {
  const { clock, database, volumes } = deps
  const folder = { volume: personalVolume(copying.source_region_id, copying.author_id), path: copying.source_path }
  const total_bytes = await measure(volumes, folder)
  let renewed_at = -Infinity
  const onProgress = async (bytes: number) => {
    const now = clock.now().getTime()
    if (now - renewed_at < renew_ms) return
    renewed_at = now
    const progress = { copied_bytes: BigInt(bytes), total_bytes, lease_until: new Date(now + lease_ms) }
    if (!(await copyingRepo(database.kysely).renew(copying, progress))) throw new Lost()
    await inTransaction(deps, (tx) =>
      publishChange(tx, { user_id: copying.author_id, resource: 'data_sets', id: copying.data_set_id }),
    )
  }
  await onProgress(0)
  const files = await copyFiles(volumes, folder, dataSetVolume(copying.content_id), onProgress)
  await inTransaction(deps, async (tx) => {
    const repo = copyingRepo(tx.db)
    if (!(await repo.lock(copying))) return
    await repo.insertFiles(files.map((file) => ({ ...file, version_id: copying.id })))
    const size_bytes = files.reduce((sum, file) => sum + file.size_bytes, 0n)
    await repo.finish(copying.id, { size_bytes, file_count: files.length, content_at: clock.now() })
    await tellReviewers(tx, copying.id)
    await publishChange(tx, {
      user_id: copying.author_id,
      resource: 'data_sets',
      id: copying.data_set_id,
    })
  })
}

/** What the author can set right is told at once; what may pass is tried again when the lease is over. */
async function giveUpOrWait(deps: Deps, copying: Copying, error: unknown): Promise<void> {
  const unfit = unfitBecause(error)
  if (!unfit) deps.log.error({ err: error, version: copying.id }, 'data set not copied')
  if (!unfit && copying.tries < most_tries) return
  const reason = unfit ?? out_of_order
  await inTransaction(deps, async (tx) => {
    const repo = copyingRepo(tx.db)
    if (!(await repo.lock(copying))) return
    await leaveBehind(tx.db, copying, deps.clock.now())
    await repo.fail(copying.id, reason)
    await tellAuthor(tx, copying.id, {
      title: '准备失败',
      content: `原因：${reason}。没有进入审核，改正后可以重新提交。`,
    })
  })
}

import type { Deps } from '#server/deps.ts'
import { notifyReleaseAuthor } from '#server/domains/content/image-releases/image-releases.notifications.ts'
import { imageReleasesRepo, type ReleaseVersionRow } from '#server/domains/content/image-releases/image-releases.repo.ts'
import { publishReleaseChange } from '#server/domains/content/image-releases/image-releases.service.ts'
import {
  getImageRow,
  hasOwnEngineImage,
  markImageCopied,
  markImageFailed,
} from '#server/domains/storage/private-images/private-images.service.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { inTransaction } from '#server/tx.ts'

const leaseMs = 5 * 60_000
/** A lease further in the future than this was written by a clock that has since jumped back. */
const leaseHorizonMs = 15 * 60_000
const retryMs = 30_000
/** Copies that still fail after this time are given up; the author can submit again. */
const giveUpAfterMs = 60 * 60_000

/**
 * Copies the images of submitted versions one by one. The version row holds the intent: if a worker dies at any line, the next
 * worker repeats the same idempotent copy.
 */
export async function prepareReleases(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const ahead = (ms: number) => new Date(now.getTime() + ms)
    const row = await deps.database.transaction((trx) =>
      imageReleasesRepo(trx).claimPreparing(now, ahead(leaseMs), ahead(leaseHorizonMs)),
    )
    if (!row) return
    await prepareRelease(deps, row)
  }
}

async function prepareRelease(deps: Deps, row: ReleaseVersionRow): Promise<void> {
  const { kysely } = deps.database
  const [source, target] = [await getImageRow(kysely, row.source_image_id!), await getImageRow(kysely, row.image_id)]
  try {
    if (hasOwnEngineImage(source)) await deps.compute.copyImage(source.reference, target.reference)
  } catch (error) {
    return postponeRelease(deps, row, error)
  }
  await recordOutcome(deps, row, { state: 'pending', size_gb: source.size_gb })
}

async function postponeRelease(deps: Deps, row: ReleaseVersionRow, error: unknown): Promise<void> {
  const known = error instanceof DriverError
  if (!known) deps.log.error({ err: error, version: row.id }, 'an image was not copied')
  const now = deps.clock.now()
  if (known && !error.retryable) return recordOutcome(deps, row, { state: 'failed', reason: error.user_message })
  if (now.getTime() - row.submitted_at.getTime() > giveUpAfterMs)
    return recordOutcome(deps, row, { state: 'failed', reason: '超过 1 小时没有完成，已停止尝试。' })
  const prepareLeaseUntil = new Date(now.getTime() + retryMs)
  await deps.database.transaction(async (trx) => {
    const held = await imageReleasesRepo(trx).lockVersion(row.id)
    if (held?.state === 'preparing' && held.image_id === row.image_id)
      await imageReleasesRepo(trx).updateVersion(row.id, { state: 'preparing', prepare_lease_until: prepareLeaseUntil })
  })
}

type CopyOutcome = { state: 'pending'; size_gb: number } | { state: 'failed'; reason: string }

/** Records the outcome of a copy, unless another worker has already done so. */
const recordOutcome = (deps: Deps, row: ReleaseVersionRow, end: CopyOutcome): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const repo = imageReleasesRepo(tx.db)
    const held = await repo.lockVersion(row.id)
    if (held?.state !== 'preparing' || held.image_id !== row.image_id) return
    const { id, name, author_id: authorId } = await repo.authorOf(row.community_image_id)
    if (end.state === 'pending') {
      await markImageCopied(tx.db, row.image_id, end.size_gb)
      await repo.updateVersion(row.id, { state: 'pending', prepare_lease_until: null })
    } else {
      await markImageFailed(tx.db, row.image_id)
      await repo.updateVersion(row.id, { state: 'failed', state_reason: end.reason, prepare_lease_until: null })
      await notifyReleaseAuthor(tx, authorId, 'failed', { name, version: row.version, reason: end.reason })
    }
    await publishReleaseChange(tx, authorId, id)
  })

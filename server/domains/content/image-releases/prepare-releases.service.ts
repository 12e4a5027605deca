import type { Deps } from '#server/deps.ts'
import { tellAuthor } from '#server/domains/content/image-releases/image-releases.notifications.ts'
import { imageReleasesRepo, type VersionRow } from '#server/domains/content/image-releases/image-releases.repo.ts'
import { publishRelease } from '#server/domains/content/image-releases/image-releases.service.ts'
import { getImage, isKeptApart, markCopied, markFailed } from '#server/domains/storage/private-images/private-images.service.ts'
import { DriverError } from '#server/ports/driver-errors.ts'
import { inTransaction } from '#server/tx.ts'

const lease_ms = 5 * 60_000
/** A lease further ahead than this was written by a clock that has since jumped back. */
const horizon_ms = 15 * 60_000
const retry_ms = 30_000
/** After this long what still fails is given up; the author can submit again. */
const limit_ms = 60 * 60_000

/**
 * Copies the images of submitted versions, one after the other. The version's row is the intent; a worker may die after any
 * line, and whoever takes the row next makes the same copy again, which has one effect.
 */
export async function prepareReleases(deps: Deps): Promise<void> {
  for (;;) {
    const now = deps.clock.now()
    const ahead = (ms: number) => new Date(now.getTime() + ms)
    const row = await deps.database.transaction((trx) =>
      imageReleasesRepo(trx).claimPreparing(now, ahead(lease_ms), ahead(horizon_ms)),
    )
    if (!row) return
    await prepare(deps, row)
  }
}

async function prepare(deps: Deps, row: VersionRow): Promise<void> {
  const { kysely } = deps.database
  const [source, target] = [await getImage(kysely, row.source_image_id!), await getImage(kysely, row.image_id)]
  try {
    if (isKeptApart(source)) await deps.compute.copyImage(source.reference, target.reference)
  } catch (error) {
    return putOff(deps, row, error)
  }
  await settle(deps, row, { state: 'pending', size_gb: source.size_gb })
}

async function putOff(deps: Deps, row: VersionRow, error: unknown): Promise<void> {
  const known = error instanceof DriverError
  if (!known) deps.log.error({ err: error, version: row.id }, 'an image was not copied')
  const now = deps.clock.now()
  if (known && !error.retryable) return settle(deps, row, { state: 'failed', reason: error.user_message })
  if (now.getTime() - row.submitted_at.getTime() > limit_ms)
    return settle(deps, row, { state: 'failed', reason: '超过 1 小时没有完成，已停止尝试。' })
  const prepare_lease_until = new Date(now.getTime() + retry_ms)
  await deps.database.transaction(async (trx) => {
    const held = await imageReleasesRepo(trx).lockVersion(row.id)
    if (held?.state === 'preparing' && held.image_id === row.image_id)
      await imageReleasesRepo(trx).updateVersion(row.id, { state: 'preparing', prepare_lease_until })
  })
}

type End = { state: 'pending'; size_gb: number } | { state: 'failed'; reason: string }

/** Writes down what became of it, unless somebody else has done so. */
const settle = (deps: Deps, row: VersionRow, end: End): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const repo = imageReleasesRepo(tx.db)
    const held = await repo.lockVersion(row.id)
    if (held?.state !== 'preparing' || held.image_id !== row.image_id) return
    const { id, name, author_id } = await repo.authorOf(row.community_image_id)
    if (end.state === 'pending') {
      await markCopied(tx.db, row.image_id, end.size_gb)
      await repo.updateVersion(row.id, { state: 'pending', prepare_lease_until: null })
    } else {
      await markFailed(tx.db, row.image_id)
      await repo.updateVersion(row.id, { state: 'failed', state_reason: end.reason, prepare_lease_until: null })
      await tellAuthor(tx, author_id, 'failed', { name, version: row.version, reason: end.reason })
    }
    await publishRelease(tx, author_id, id)
  })

import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { leftoversRepo } from '#server/domains/storage/datasets/leftover-volumes.repo.ts'
import { toDatasetVolume } from '#server/ports/volumes.ts'

const chunk = 20
/** Longer than a copy job needs to notice that it lost its lease. */
const restMs = 10 * 60_000

/** Records that a version's volume is orphaned; it is deleted once no instance has it mounted. */
export async function recordLeftoverVolume(
  trx: Transaction<DB>,
  { id, content_id: contentId }: { id: string; content_id: string | null },
  since: Date,
): Promise<void> {
  if (contentId) await leftoversRepo(trx).insert({ content_id: contentId, version_id: id, since })
}

/** Deletes leftovers: first the rows of removed versions, then their volumes, each of which can be retried. */
export async function removeLeftovers({ database, clock, volumes }: Deps): Promise<void> {
  const now = clock.now()
  await database.transaction(async (trx) => {
    const repo = leftoversRepo(trx)
    for (const row of await repo.lockRemoved(chunk)) {
      if (row.content_id) await repo.insert({ content_id: row.content_id, version_id: null, since: now })
      await repo.deleteVersion(row.id)
      await repo.deleteEntry(row.data_set_id)
    }
  })
  const repo = leftoversRepo(database.kysely)
  for (const contentId of await repo.due(new Date(now.getTime() - restMs), chunk)) {
    await volumes.remove({ volume: toDatasetVolume(contentId), path: '' })
    await repo.forget(contentId)
  }
}

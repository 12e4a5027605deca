import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { watchRepo } from '#server/domains/rentals/auto-stop/loop-watch.repo.ts'

/** Ticks further apart than this mean that no worker was there in between. */
const maxTickGapMs = 150_000
const tickMs = 20_000
/** Clocks of several nodes may differ by so much; further back, a clock was set. */
const skewMs = 60_000

/**
 * Notes that a worker is watching, and answers since when some worker has been without a gap. A clock that was set back
 * makes everything due: the times that were waited for were another clock's.
 */
export async function recordWatchTick({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<Date> {
  const now = clock.now()
  return database.transaction(async (trx) => {
    const last = await watchRepo(trx).find()
    const gap = last ? now.getTime() - last.ticked_at.getTime() : Number.POSITIVE_INFINITY
    if (last && gap > -skewMs && gap < tickMs) return last.up_since
    if (gap <= -skewMs) await guardsRepo(trx).wakeAll(now)
    const upSince = last && gap >= 0 && gap <= maxTickGapMs ? last.up_since : now
    await watchRepo(trx).save(now, upSince)
    return upSince
  })
}

/** Since when a worker has been watching; undefined before the first. */
export const findWatchedSince = async (db: Kysely<DB>): Promise<Date | undefined> => (await watchRepo(db).peek())?.up_since

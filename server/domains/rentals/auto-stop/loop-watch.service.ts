import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { watchRepo } from '#server/domains/rentals/auto-stop/loop-watch.repo.ts'

/** A larger gap between ticks means that no worker ran in between. */
const maxTickGapMs = 150_000
const tickMs = 20_000
/** Allowed clock difference between nodes; a larger step back means that a clock was set back. */
const skewMs = 60_000

/**
 * Records that a worker is running, and returns since when one has been without a gap. If the clock was set back, all guards
 * become due, because their times come from the old clock.
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

/** Returns since when a worker has been running; undefined before the first tick. */
export const findWatchedSince = async (db: Kysely<DB>): Promise<Date | undefined> => (await watchRepo(db).peek())?.up_since

import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { guardsRepo } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { watchRepo } from '#server/domains/rentals/auto-stop/loop-watch.repo.ts'

/** Ticks further apart than this mean that no worker was there in between. */
const regular_ms = 150_000
const tick_ms = 20_000
/** Clocks of several nodes may differ by so much; further back, a clock was set. */
const skew_ms = 60_000

/**
 * Notes that a worker is watching, and answers since when some worker has been without a gap. A clock that was set back
 * makes everything due: the times that were waited for were another clock's.
 */
export async function keepWatch({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<Date> {
  const now = clock.now()
  return database.transaction(async (trx) => {
    const last = await watchRepo(trx).find()
    const gap = last ? now.getTime() - last.ticked_at.getTime() : Number.POSITIVE_INFINITY
    if (last && gap > -skew_ms && gap < tick_ms) return last.up_since
    if (gap <= -skew_ms) await guardsRepo(trx).wakeAll(now)
    const up_since = last && gap >= 0 && gap <= regular_ms ? last.up_since : now
    await watchRepo(trx).save(now, up_since)
    return up_since
  })
}

/** Since when a worker has been watching; undefined before the first. */
export const watchedSince = async (db: Kysely<DB>): Promise<Date | undefined> => (await watchRepo(db).peek())?.up_since

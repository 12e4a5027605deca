import type { Deps } from '#server/deps.ts'
import { billingClockRepo } from '#server/jobs/billing-clock.repo.ts'

/** A tick gap longer than this, or a tick going backwards, means an outage or a clock jump. */
const regularMs = 10 * 60_000
/** How long ticks must be regular before anything is stopped because of a date. */
const steadyMs = 10 * 60_000

/** Returns the moment since when the clock is trusted; it is in the future while the clock is not trusted. */
export async function getTrustedSince({ database }: Pick<Deps, 'database'>): Promise<Date> {
  const last = await billingClockRepo(database.kysely).peek()
  return new Date(last ? last.steady_since.getTime() + steadyMs : 0)
}

/**
 * Records a tick; returns true if ticks have been regular for long enough. The very first tick of a platform counts as steady.
 */
export async function checkClockSteady({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<boolean> {
  const now = clock.now()
  return database.transaction(async (trx) => {
    const repo = billingClockRepo(trx)
    const last = await repo.find()
    const gap = last ? now.getTime() - last.ticked_at.getTime() : 0
    const steadySince = !last ? new Date(now.getTime() - steadyMs) : gap < 0 || gap > regularMs ? now : last.steady_since
    await repo.save(now, steadySince)
    return now.getTime() - steadySince.getTime() >= steadyMs
  })
}

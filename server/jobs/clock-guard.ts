import type { Deps } from '#server/deps.ts'
import { billingClockRepo } from '#server/jobs/billing-clock.repo.ts'

/** Ticks further apart than this, or running backwards, mean an outage or a clock that jumped. */
const regularMs = 10 * 60_000
/** How long time must have passed regularly before anything is stopped because of the date. */
const steadyMs = 10 * 60_000

/** When the clock is trusted, or since when it has been: a later moment than now while it is not. */
export async function getTrustedSince({ database }: Pick<Deps, 'database'>): Promise<Date> {
  const last = await billingClockRepo(database.kysely).peek()
  return new Date(last ? last.steady_since.getTime() + steadyMs : 0)
}

/** Notes that time has passed; true once it has been passing regularly. The very first tick of a platform counts as steady. */
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

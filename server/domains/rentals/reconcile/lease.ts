import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { type ClaimLane, claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { computeBackoff } from '#server/lib/backoff.ts'

const leaseMs = 60_000
/** A lease or due time further ahead than this was written before the clock was set back. */
const horizonMs = 15 * 60_000
const retryMaxMs = 60_000

/** Builds the parameters of a claim made now. */
export const buildInstanceClaim = ({ clock }: Pick<Deps, 'clock'>, worker: string, limit: number) => {
  const now = clock.now()
  const ahead = (ms: number) => new Date(now.getTime() + ms)
  return { worker, now, lease_until: ahead(leaseMs), horizon: ahead(horizonMs), limit }
}

/** Returns when a worker next finds something to claim, in either lane if none is given; null if there is nothing. */
export const findNextClaimTime = (deps: Deps, lane?: ClaimLane): Promise<Date | null> =>
  claimsRepo(deps.database.kysely).nextDue(buildInstanceClaim(deps, '', 0), lane)

/** Runs long work on a claimed row and extends its lease until the work ends. */
export async function runUnderLease<T>(
  { clock, database, log }: Deps,
  worker: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const beat = async () => {
    while (!done.signal.aborted) {
      await clock.sleep(leaseMs / 3, done.signal)
      if (done.signal.aborted) return
      const leaseUntil = new Date(clock.now().getTime() + leaseMs)
      await claimsRepo(database.kysely)
        .extendLease(id, worker, leaseUntil)
        .catch((error) => log.warn({ err: error, instance: id }, 'lease not extended'))
    }
  }
  const beating = beat()
  try {
    return await work()
  } finally {
    done.abort()
    await beating
  }
}

/** Returns the time of the next retry, with exponential backoff. */
export const computeRetryTime = ({ clock }: Pick<Deps, 'clock'>, row: Pick<InstanceRow, 'attempts'>): Date =>
  new Date(clock.now().getTime() + computeBackoff({ attempt: row.attempts, base: 1000, max: retryMaxMs }))

/** Releases a claimed row until its next retry. */
export async function postponeRetry(db: Kysely<DB>, deps: Pick<Deps, 'clock'>, worker: string, row: InstanceRow): Promise<void> {
  await claimsRepo(db).postpone(row.id, worker, computeRetryTime(deps, row))
}

import type { Kysely } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { claimsRepo, type Lane } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { computeBackoff } from '#server/lib/backoff.ts'

const lease_ms = 60_000
/** A lease or due time further ahead than this was written by a clock that has since jumped back. */
const horizon_ms = 15 * 60_000
const retry_max_ms = 60_000

/** What a claim made now says of itself. */
export const claimOf = ({ clock }: Pick<Deps, 'clock'>, worker: string, limit: number) => {
  const now = clock.now()
  const ahead = (ms: number) => new Date(now.getTime() + ms)
  return { worker, now, lease_until: ahead(lease_ms), horizon: ahead(horizon_ms), limit }
}

/** When a worker next finds something to claim, in either lane if none is given; null when nothing is in sight. */
export const nextClaim = (deps: Deps, lane?: Lane): Promise<Date | null> =>
  claimsRepo(deps.database.kysely).nextDue(claimOf(deps, '', 0), lane)

/** Does what takes long on a claimed row, and extends its lease as long as that goes on. */
export async function underLease<T>(
  { clock, database, log }: Deps,
  worker: string,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const done = new AbortController()
  const beat = async () => {
    while (!done.signal.aborted) {
      await clock.sleep(lease_ms / 3, done.signal)
      if (done.signal.aborted) return
      const lease_until = new Date(clock.now().getTime() + lease_ms)
      await claimsRepo(database.kysely)
        .extendLease(id, worker, lease_until)
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

/** When what failed is tried again: the later the oftener it failed. */
export const retryAt = ({ clock }: Pick<Deps, 'clock'>, row: Pick<InstanceRow, 'attempts'>): Date =>
  new Date(clock.now().getTime() + computeBackoff({ attempt: row.attempts, base: 1000, max: retry_max_ms }))

/** Lets a claimed row go until then. */
export async function retryLater(db: Kysely<DB>, deps: Pick<Deps, 'clock'>, worker: string, row: InstanceRow): Promise<void> {
  await claimsRepo(db).postpone(row.id, worker, retryAt(deps, row))
}

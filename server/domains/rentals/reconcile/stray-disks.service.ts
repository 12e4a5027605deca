import type { Deps } from '#server/deps.ts'
import { toMovingInstance } from '#server/domains/rentals/instances/instance-spec.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { buildInstanceClaim, runUnderLease } from '#server/domains/rentals/reconcile/lease.ts'
import { quarantineRepo } from '#server/domains/rentals/reconcile/quarantine.repo.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newToken } from '#server/lib/ids.ts'
import type { HostListing } from '#server/ports/compute.ts'

/**
 * Discards what an interrupted move left on a host that was silent when the move was given up (docs/decisions/125): instances that
 * have no task and are listed elsewhere besides their own host. Only what arrived and was never revealed goes.
 */
export async function discardStrayDisks(deps: Deps, listings: readonly HostListing[]): Promise<void> {
  const { database, installation_id: installationId } = deps
  const hostsOf = new Map<string, Set<string>>()
  for (const { host, seen } of listings)
    for (const { ref } of seen)
      if (ref.installation_id === installationId) hostsOf.set(ref.id, (hostsOf.get(ref.id) ?? new Set()).add(host))
  const twice = [...hostsOf].flatMap(([id, hosts]) => (hosts.size > 1 ? id : []))
  if (twice.length === 0) return
  const rows = (await quarantineRepo(database.kysely).generationsOf(twice)).filter(
    ({ id, host_id: host, released_at: releasedAt }) => releasedAt === null && hostsOf.get(id)!.has(host),
  )
  await forEachIsolated(rows, deps, 'discarding what a move left', ({ id }) => discardOne(deps, id))
}

/** Under the lease of the instance, so that no new move uses what is discarded. */
async function discardOne(deps: Deps, id: string): Promise<void> {
  const { compute, database, log } = deps
  const worker = newToken()
  const claims = claimsRepo(database.kysely)
  const row = await claims.claimIdle(buildInstanceClaim(deps, worker, 1), id)
  if (!row) return
  try {
    await runUnderLease(deps, worker, id, () => compute.relocate(toMovingInstance(deps, row), row.host_id, () => undefined))
    log.warn({ instance: id }, 'discarded what an interrupted move had left on another host')
  } finally {
    await claims.dropLease(id, worker, null)
  }
}

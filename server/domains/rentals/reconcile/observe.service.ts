import { instanceStatusCodes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { holdCardsInQuarantine } from '#server/domains/rentals/capacity/quarantined-cards.service.ts'
import { computeOwnedDisks, toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { isStillRunning } from '#server/domains/rentals/instances/instances.machine.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { failInstance, rebootInstance } from '#server/domains/rentals/reconcile/apply-observed.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import {
  recordEngineSilence,
  recordHostLooks,
  recordHostSilence,
  recordInstanceSight,
} from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { quarantineUnknownObjects } from '#server/domains/rentals/reconcile/quarantine.service.ts'
import { discardStrayDisks } from '#server/domains/rentals/reconcile/stray-disks.service.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import type { ObservedInstance } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { inTransaction } from '#server/tx.ts'

type Living = Awaited<ReturnType<ReturnType<typeof instancesRepo>['living']>>[number]

/** After this long without a complete list, an instance that has ended may have gone down with its host. */
const unwatchedMs = 60_000
/** Exit codes possible for a process that went down with its host: killed by a signal, exited cleanly on one, or unknown. */
const isHostFailureExit = (code: number | undefined) => code === undefined || code === 0 || code > 128

const recheckMs = 2_000
const isAtRest = ({ status, desired }: Living) =>
  desired === 'stopped' && (status === instanceStatusCodes.shut_down || status === instanceStatusCodes.abnormal)

/**
 * Compares what the hosts list with our rows: meters running instances, detects stopped or missing ones, stops again those that
 * should be stopped, and quarantines unknown objects. Instances of a host that does not list all it has only count as unseen, and
 * so do all if nothing can be listed. An instance missing once is noted; missing twice counts as lost.
 */
export async function observeAllInstances(deps: Deps): Promise<void> {
  const { database, clock, compute, installation_id: installationId } = deps
  const living = await instancesRepo(database.kysely).living()
  const now = clock.now()
  const listings = await compute.list().catch(async (error) => {
    await recordInstancesUnseen(deps, now)
    throw error
  })
  const looks = await recordHostLooks(deps, listings)
  const listed = listings.flatMap(({ host, seen }) =>
    seen.filter(({ ref }) => ref.installation_id === installationId).map((object) => ({ host, object })),
  )
  const objects = new Map(listed.map(({ host, object }) => [formatPlace({ ...object.ref, host_id: host }), object]))
  const objectOf = (row: Living) => objects.get(formatPlace(row))
  const complete = new Set(listings.filter((one) => one.complete).map(({ host }) => host))
  const metered = living.filter(isStillRunning)
  const seenRunning = metered.filter((row) => objectOf(row)?.phase === 'running').map((row) => row.id)
  const paused = metered.filter((row) => objectOf(row)?.phase === 'unknown').map((row) => ({ id: row.id, since: now }))
  const hidden = metered
    .filter((row) => !objectOf(row) && !complete.has(row.host_id))
    .map((row) => ({ id: row.id, since: looks.get(row.host_id)?.silent_since ?? now }))
  await recordInstanceSight(deps, { at: now, running: seenRunning, unseen: [...paused, ...hidden] })
  const comparable = living.filter((row) => row.status === instanceStatusCodes.running && complete.has(row.host_id))
  await forEachIsolated(comparable, deps, 'comparing an instance with the engine', (row) => {
    const listedBefore = looks.get(row.host_id)?.listed_before ?? null
    const unwatched = listedBefore === null || now.getTime() - listedBefore.getTime() > unwatchedMs
    return compareObserved(deps, row, objectOf(row), { now, unwatched })
  })
  // Started by a worker whose lease expired while it hung.
  const astray = living.filter((row) => isAtRest(row) && objectOf(row)?.phase === 'running')
  await forEachIsolated(astray, deps, 'stopping an instance again', (row) => claimsRepo(database.kysely).wake(row, clock.now()))
  const strangers = await quarantineUnknownObjects(deps, listed)
  await holdCardsInQuarantine(deps, strangers, [...complete])
  await discardStrayDisks(deps, listings)
}

const formatPlace = ({ id, generation, host_id: host }: { id: string; generation: number; host_id: string }) =>
  `${host} ${id} ${generation}`

/** Marks all instances that should run as unseen, because the engine does not answer. */
export async function recordInstancesUnseen(deps: Deps, lookedAt = deps.clock.now()): Promise<void> {
  const living = await instancesRepo(deps.database.kysely).living()
  const metered = living.filter(isStillRunning)
  await recordEngineSilence(
    deps,
    lookedAt,
    metered.map((row) => row.id),
  )
}

/** Marks the instances of a host that should run as unseen, because it does not answer any more. */
export async function recordHostUnseen(deps: Deps, host: string): Promise<void> {
  const rows = await instancesRepo(deps.database.kysely).living({ host })
  const metered = rows.filter(isStillRunning)
  await recordHostSilence(
    deps,
    host,
    metered.map((row) => row.id),
  )
}

/**
 * Observes one instance at once after an engine event. If it is missing or was killed, it is observed again: an engine that shuts
 * down first ends all its containers and is unreachable a moment later.
 */
export async function observeOneInstance(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  for (let looks = 0; looks < 2 && !signal.aborted; looks += 1) {
    if (looks > 0) await deps.clock.sleep(recheckMs, signal)
    const [row] = await instancesRepo(deps.database.kysely).living({ id })
    if (row?.status !== instanceStatusCodes.running) return
    const now = deps.clock.now()
    const unseen = { ref: toInstanceRef(deps, row), phase: 'unknown', observed_at: now } as const
    const object: ObservedInstance = await deps.compute.observe(toInstanceRef(deps, row)).catch((error) => {
      if (error instanceof DriverUnavailable) return unseen
      throw error
    })
    await recordInstanceSight(deps, {
      at: now,
      running: object.phase === 'running' ? [id] : [],
      unseen: object.phase === 'unknown' ? [{ id, since: now }] : [],
    })
    await compareObserved(deps, row, object.phase === 'absent' ? undefined : object, { now, unwatched: false })
  }
}

async function compareObserved(
  deps: Deps,
  row: Living,
  object: ObservedInstance | undefined,
  { now, unwatched }: { now: Date; unwatched: boolean },
): Promise<void> {
  const { database } = deps
  if (object && ['running', 'starting', 'unknown'].includes(object.phase)) {
    if (row.missing_since) await instancesRepo(database.kysely).markMissing(row.id, null)
    return
  }
  const rises = object !== undefined && hasFallenUnseen(row, object, unwatched)
  const onceIsEnough = object && (rises || object.reason !== 'Killed')
  if (!onceIsEnough && row.missing_since === null) return void (await instancesRepo(database.kysely).markMissing(row.id, now))
  // A stopped container still has its disks; for a missing one the engine must be asked.
  const left = object ? computeOwnedDisks(row) : await deps.compute.disks(toInstanceRef(deps, row))
  await inTransaction(deps, async (tx) => {
    const locked = await instancesRepo(tx.db).lock(row.id)
    // If the row has changed since, the observation is outdated.
    if (locked?.status !== instanceStatusCodes.running || locked.version !== row.version) return
    // The host may have fallen silent while it was asked; what it says once it is back finds the row as it was before.
    if (rises || (object && hasFallenUnseen(locked, object, unwatched))) return rebootInstance(tx, locked)
    const why = object ? (object.message ?? '容器意外停止。') : '容器在计算节点上消失。'
    // A system disk that its host never keeps is no loss.
    const { keeps_system_disk: keepsSystemDisk } = await getHostCapabilities(tx.db, locked.host_id)
    await failInstance(tx, locked, why, keepsSystemDisk ? left : { ...left, system: true })
  })
}

/** Whether the instance ended unobserved, as with its host; then it should run again as before. */
function hasFallenUnseen(
  row: Pick<Living, 'unseen_since'>,
  { reason, exit_code: exitCode }: ObservedInstance,
  unwatched: boolean,
): boolean {
  if (reason !== undefined && !['ExitedError', 'ExitedOk', 'Killed', 'NodeLost'].includes(reason)) return false
  return row.unseen_since !== null || (unwatched && isHostFailureExit(exitCode))
}

import { status_codes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { disksHad, refOf } from '#server/domains/rentals/instances/instance-spec.ts'
import { runsOn } from '#server/domains/rentals/instances/instances.machine.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { bootAgain, fail } from '#server/domains/rentals/reconcile/apply-observed.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { noteList, noteSight, noteSilence } from '#server/domains/rentals/reconcile/engine-health.service.ts'
import { sortOut } from '#server/domains/rentals/reconcile/quarantine.service.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import type { Observed, Phase } from '#server/ports/compute.ts'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import { inTransaction } from '#server/tx.ts'

type Living = Awaited<ReturnType<ReturnType<typeof instancesRepo>['living']>>[number]

/** After so long without a complete list, what has ended meanwhile may have ended with its host. */
const unwatched_ms = 60_000
/** What a process that fell with its host answers: killed by a signal, ended by itself on one, or cut off unseen. */
const fell_with_host = (code: number | undefined) => code === undefined || code === 0 || code > 128

const second_look_ms = 2_000
const isAtRest = ({ status, desired }: Living) =>
  desired === 'stopped' && (status === status_codes.shut_down || status === status_codes.abnormal)

/**
 * Compares a complete list of the engine with our rows: meters what runs, notices what stopped or vanished, stops again what
 * is to rest, sets apart what it does not know. A list that fails concludes nothing but that nothing is seen. Missing once is
 * noted, missing twice is lost.
 */
export async function observeAll(deps: Deps): Promise<void> {
  const { database, clock, compute, installation_id } = deps
  const living = await instancesRepo(database.kysely).living()
  const now = clock.now()
  const running = living.filter((row) => row.status === status_codes.running)
  const metered = living.filter(runsOn)
  const all = await compute.list().catch(async (error) => {
    await noteDarkness(deps, now)
    throw error
  })
  const listed_before = await noteList(deps)
  const listed = all.filter((object) => object.ref.installation_id === installation_id)
  const seen = new Map(listed.map((object) => [`${object.ref.id} ${object.ref.generation}`, object]))
  const objectOf = (row: Living) => seen.get(`${row.id} ${row.generation}`)
  const idsIn = (phase: Phase) => metered.filter((row) => objectOf(row)?.phase === phase).map((row) => row.id)
  await noteSight(deps, { at: now, running: idsIn('running'), unseen: idsIn('unknown') })
  const unwatched = listed_before === null || now.getTime() - listed_before.getTime() > unwatched_ms
  await forEachIsolated(running, deps, 'comparing an instance with the engine', (row) =>
    compare(deps, row, objectOf(row), { now, unwatched }),
  )
  // Started by a worker that was overtaken: its lease ran out while it hung.
  const astray = living.filter((row) => isAtRest(row) && objectOf(row)?.phase === 'running')
  await forEachIsolated(astray, deps, 'stopping an instance again', (row) => claimsRepo(database.kysely).wake(row, clock.now()))
  await sortOut(deps, listed)
}

/** The engine does not answer: whatever should run on it is unseen. */
export async function noteDarkness(deps: Deps, looked_at = deps.clock.now()): Promise<void> {
  const living = await instancesRepo(deps.database.kysely).living()
  const metered = living.filter(runsOn)
  await noteSilence(
    deps,
    looked_at,
    metered.map((row) => row.id),
  )
}

/**
 * Looks at one instance at once, since the engine says that something happened to it. What vanished or was killed is looked
 * at again: an engine that goes down ends all it has first, and is not there a moment later.
 */
export async function observeOne(deps: Deps, id: string, signal: AbortSignal): Promise<void> {
  for (let looks = 0; looks < 2 && !signal.aborted; looks += 1) {
    if (looks > 0) await deps.clock.sleep(second_look_ms, signal)
    const row = (await instancesRepo(deps.database.kysely).living()).find((one) => one.id === id)
    if (row?.status !== status_codes.running) return
    const now = deps.clock.now()
    const unseen = { ref: refOf(deps, row), phase: 'unknown', observed_at: now } as const
    const object: Observed = await deps.compute.observe(refOf(deps, row)).catch((error) => {
      if (error instanceof DriverUnavailable) return unseen
      throw error
    })
    const idsIn = (phase: Phase) => (object.phase === phase ? [id] : [])
    await noteSight(deps, { at: now, running: idsIn('running'), unseen: idsIn('unknown') })
    await compare(deps, row, object.phase === 'absent' ? undefined : object, { now, unwatched: false })
  }
}

async function compare(
  deps: Deps,
  row: Living,
  object: Observed | undefined,
  { now, unwatched }: { now: Date; unwatched: boolean },
): Promise<void> {
  const { database } = deps
  if (object && ['running', 'starting', 'unknown'].includes(object.phase)) {
    if (row.missing_since) await instancesRepo(database.kysely).markMissing(row.id, null)
    return
  }
  const rises = object !== undefined && fellUnseen(row, object, unwatched)
  const once_is_enough = object && (rises || object.reason !== 'Killed')
  if (!once_is_enough && row.missing_since === null) return void (await instancesRepo(database.kysely).markMissing(row.id, now))
  // What fell lies there with its disks; of what vanished the engine must be asked.
  const left = object ? disksHad(row) : await deps.compute.disks(refOf(deps, row))
  await inTransaction(deps, async (tx) => {
    const locked = await instancesRepo(tx.db).lock(row.id)
    // Whoever changed the row since has changed what the engine shows, too.
    if (locked?.status !== status_codes.running || locked.version !== row.version) return
    if (rises) return bootAgain(tx, locked)
    const why = object ? (object.message ?? '容器意外停止。') : '容器在计算节点上消失。'
    await fail(tx, locked, why, left)
  })
}

/** Whether it ended while nobody saw it, as with its host: then it is wanted to run as before. */
function fellUnseen(row: Living, { reason, exit_code }: Observed, unwatched: boolean): boolean {
  if (reason !== undefined && !['ExitedError', 'ExitedOk', 'Killed', 'NodeLost'].includes(reason)) return false
  return row.unseen_since !== null || (unwatched && fell_with_host(exit_code))
}

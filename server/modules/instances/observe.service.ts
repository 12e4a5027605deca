import { status_codes } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { eachApart } from '#server/each-apart.ts'
import { markSeen } from '#server/modules/billing/billing.service.ts'
import { fail } from '#server/modules/instances/apply-observed.ts'
import { instancesRepo } from '#server/modules/instances/instances.repo.ts'
import type { Observed } from '#server/ports/compute.ts'

type Living = Awaited<ReturnType<ReturnType<typeof instancesRepo>['living']>>[number]

/**
 * Compares a complete list of the engine with our rows: meters what runs, notices what stopped or vanished, removes what
 * belongs to nobody. A list that fails concludes nothing. Missing once is noted, missing twice is lost.
 */
export async function observeAll(deps: Deps): Promise<void> {
  const { database, clock, compute, installation_id } = deps
  const living = await instancesRepo(database.kysely).living()
  const now = clock.now()
  const listed = (await compute.list()).filter((object) => object.ref.installation_id === installation_id)
  // Read after the list: an instance made while it was drawn up has its row by now.
  const known = await instancesRepo(database.kysely).living()
  const seen = new Map(listed.map((object) => [`${object.ref.id} ${object.ref.generation}`, object]))
  const running = living.filter((row) => row.status === status_codes.running)
  // What saves its system disk runs on and is metered; what becomes of it is looked at when that is over.
  const saving = living.filter((row) => row.status === status_codes.saving && row.desired === 'running')
  const alive = [...running, ...saving].filter((row) => seen.get(`${row.id} ${row.generation}`)?.phase === 'running')
  await database.transaction((trx) =>
    markSeen(
      trx,
      alive.map((row) => row.id),
      now,
    ),
  )
  await eachApart(running, deps, 'comparing an instance with the engine', (row) =>
    compare(deps, row, seen.get(`${row.id} ${row.generation}`), now),
  )
  await removeOrphans(deps, listed, known)
}

async function compare(deps: Deps, row: Living, object: Observed | undefined, now: Date): Promise<void> {
  const { database } = deps
  if (object && ['running', 'starting', 'unknown'].includes(object.phase)) {
    if (row.missing_since) await instancesRepo(database.kysely).markMissing(row.id, null)
    return
  }
  if (!object && row.missing_since === null) return void (await instancesRepo(database.kysely).markMissing(row.id, now))
  const why = object ? (object.message ?? '容器意外停止。') : '容器在计算节点上消失。'
  await database.transaction(async (trx, afterCommit) => {
    const locked = await instancesRepo(trx).lock(row.id)
    // Whoever changed the row since has changed what the engine shows, too.
    if (locked?.status === status_codes.running && locked.version === row.version) await fail(trx, afterCommit, deps, locked, why)
  })
}

/** Rows are written before objects are made and never deleted, so an object without a living row belongs to nobody. */
async function removeOrphans(deps: Deps, listed: readonly Observed[], living: readonly Living[]): Promise<void> {
  // By id alone: an older generation of a living instance still holds its data, and is the driver's to replace.
  const known = new Set(living.map((row) => row.id))
  const orphans = listed.filter(({ ref }) => !known.has(ref.id))
  await eachApart(orphans, deps, 'removing an orphan', async ({ ref }) => {
    deps.log.warn({ instance: ref.id, generation: ref.generation }, 'removing an orphan from the compute engine')
    await deps.compute.ensureAbsent(ref)
  })
}

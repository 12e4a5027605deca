import type { z } from 'zod'
import { accessRoles } from '#contract/access.ts'
import type { QuarantinedObject, QuarantineState } from '#contract/operator/quarantine.ts'
import type { Deps } from '#server/deps.ts'
import { listOperatorsWithRoles } from '#server/domains/accounts/users/accounts.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { toInstanceRef } from '#server/domains/rentals/instances/instance-spec.ts'
import { type QuarantineRow, quarantineRepo } from '#server/domains/rentals/reconcile/quarantine.repo.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Context } from '#server/http/context.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { newId } from '#server/lib/ids.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { ObservedInstance } from '#server/ports/compute.ts'
import { inTransaction } from '#server/tx.ts'

interface ListedObject {
  host: string
  object: ObservedInstance
}
type Known = Awaited<ReturnType<ReturnType<typeof quarantineRepo>['generationsOf']>>[number]

/** Whether this database never had the instance, or not this generation; then another database may own it. */
const isUnknownHere = (generation: number, known: Known | undefined): boolean => !known || generation > known.generation

/**
 * Handles listed objects without a living instance. Leftovers of an instance released here are removed; objects unknown to this
 * database are quarantined and reported to the operators, and left untouched (docs/decisions/049). An older generation of a
 * living instance still holds its data; the driver replaces it. Returns the unknown objects.
 */
export async function quarantineUnknownObjects(deps: Deps, listed: readonly ListedObject[]): Promise<ObservedInstance[]> {
  const { database, log } = deps
  const repo = quarantineRepo(database.kysely)
  const setApart = await repo.open()
  const ids = [
    ...new Set([...listed.map(({ object }) => object.ref.id), ...setApart.map(({ instance_id: instanceId }) => instanceId)]),
  ]
  // Read after the list, so that an instance created meanwhile already has its row.
  const rows = ids.length === 0 ? [] : await quarantineRepo(database.kysely).generationsOf(ids)
  const known = new Map(rows.map((row) => [row.id, row]))
  const strangers = listed.filter(({ object: { ref } }) => isUnknownHere(ref.generation, known.get(ref.id)))
  await forEachIsolated(strangers, deps, 'setting apart what is unknown', (one) =>
    quarantineObject(deps, one, known.get(one.object.ref.id)),
  )
  for (const { id, instance_id: instanceId, generation, state } of setApart) {
    if (state === 'kept' && !isUnknownHere(generation, known.get(instanceId))) await repo.end(id, 'known', deps.clock.now())
  }
  const leftovers = listed.filter(
    ({ object: { ref } }) => !isUnknownHere(ref.generation, known.get(ref.id)) && known.get(ref.id)!.released_at,
  )
  await forEachIsolated(leftovers, deps, 'removing what was released', async ({ host, object: { ref } }) => {
    log.warn({ instance: ref.id, generation: ref.generation }, 'removing what is left of a released instance')
    await deps.compute.ensureAbsent({ ...ref, host })
  })
  return strangers.map(({ object }) => object)
}

async function quarantineObject(
  deps: Deps,
  { host, object: { ref, phase } }: ListedObject,
  known: Known | undefined,
): Promise<void> {
  const { clock, compute, database, log } = deps
  const now = clock.now()
  const { numUpdatedRows } = (await quarantineRepo(database.kysely).see({ ...ref, host }, phase, now))[0]!
  if (numUpdatedRows > 0n) return
  const disk = await compute.findDataDisk({ ...ref, host })
  const id = newId('quarantine')
  await inTransaction(deps, async (tx) => {
    const row = {
      id,
      host_id: host,
      instance_id: ref.id,
      generation: ref.generation,
      known_generation: known?.generation ?? null,
      phase,
      data_disk: disk?.name ?? null,
      data_disk_mb: disk?.size_mb ?? null,
      state: 'kept',
      found_at: now,
      seen_at: now,
    }
    if (!(await quarantineRepo(tx.db).insert(row))) return
    for (const userId of await listOperatorsWithRoles(tx.db, accessRoles.operator_admin)) {
      await notifyUser(tx, {
        user_id: userId,
        class: 'system',
        title: '计算引擎上有数据库不认识的实例',
        content: `实例 ${ref.id}（第 ${ref.generation} 代）在主机 ${host} 上，但数据库里没有它。平台没有动它和它的数据盘，请到运营后台的「隔离」里确认。`,
        link: '/operator/quarantine',
      })
    }
  })
  log.error({ host, instance: ref.id, generation: ref.generation }, 'the engine has an instance that the database does not know')
}

const present = (row: QuarantineRow): z.input<typeof QuarantinedObject> => ({
  id: row.id,
  instance_id: row.instance_id,
  host_id: row.host_id,
  generation: row.generation,
  known_generation: row.known_generation,
  phase: row.phase,
  data_disk: row.data_disk,
  data_disk_mb: row.data_disk_mb,
  state: row.state as QuarantineState,
  found_at: row.found_at.toISOString(),
  seen_at: row.seen_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

export async function listQuarantinedObjects({ deps }: Context, query: Parameters<ReturnType<typeof quarantineRepo>['list']>[0]) {
  const { items, total } = await quarantineRepo(deps.database.kysely).list(query)
  return { items: items.map(present), total }
}

export async function getQuarantinedObject({ deps }: Context, id: string) {
  const row = await quarantineRepo(deps.database.kysely).find(id)
  if (!row) throw new Refusal('not_found')
  return present(row)
}

/**
 * Requests the removal of an object; the operator must type the instance id. `removeQuarantinedObjects` then calls the engine.
 */
export const requestQuarantineRemoval = (ctx: Context, id: string, { confirm, reason }: { confirm: string; reason: string }) =>
  ctx.transaction(async (tx) => {
    const repo = quarantineRepo(tx.db)
    const row = await repo.lock(id)
    if (!row) throw new Refusal('not_found')
    if (row.state !== 'kept') throw new Refusal('quarantine_ended')
    if (confirm !== row.instance_id) throw createFieldRefusal('quarantine_confirm', 'confirm')
    await repo.decide(id, ctx.caller.user_id)
    ctx.audit({
      before: { state: 'kept' },
      after: { state: 'removing', instance_id: row.instance_id, generation: String(row.generation), reason },
    })
    wakeWorkers(tx)
    return present((await repo.find(id))!)
  })

/**
 * Removes the objects whose removal was requested. If the instance is living here, its data disk is kept, because older
 * generations share it.
 */
export async function removeQuarantinedObjects(deps: Deps): Promise<void> {
  const { clock, compute, database } = deps
  const repo = quarantineRepo(database.kysely)
  await forEachIsolated(
    await repo.removing(),
    deps,
    'removing from quarantine',
    async ({ id, instance_id: instanceId, host_id: host, generation }) => {
      const [known] = await quarantineRepo(database.kysely).generationsOf([instanceId])
      if (!isUnknownHere(generation, known)) return void (await repo.end(id, 'known', clock.now()))
      if (host === null) return // set apart before its host was noted, and not listed since
      await compute.ensureAbsent(toInstanceRef(deps, { id: instanceId, generation, host_id: host }), {
        keep_data_disk: known !== undefined && known.released_at === null,
      })
      await repo.end(id, 'removed', clock.now())
    },
  )
}

import type { Kysely, Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { type HostRow, hostsRepo } from '#server/domains/rentals/capacity/hosts.repo.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/**
 * Syncs the hosts from the driver: hosts, cards, and which can be scheduled now. `regionOf` assigns a region to a new host, or
 * null to leave that to an operator; operators' decisions about a host are kept.
 */
export async function syncHosts(deps: Deps, regionOf: (host: string) => string | null): Promise<void> {
  const { clock, compute, database, log } = deps
  const { simulated } = await compute.capabilities()
  const inventory = await compute.inventory()
  const now = clock.now()
  await database.transaction(async (trx) => {
    const repo = hostsRepo(trx)
    for (const host of inventory) {
      const problem = host.problem ?? null
      if (problem !== null && problem !== (await repo.find(host.name))?.problem) log.warn({ host: host.name }, problem)
      await repo.upsert({
        id: host.name,
        region_id: regionOf(host.name),
        cpu: host.cpu,
        memory_gb: Math.floor(host.memory_mb / 1024),
        driver_schedulable: host.schedulable,
        problem,
        isolation: host.isolation,
        simulated,
        seen_at: now,
      })
      if (host.gpus.length > 0) await repo.upsertGpus(host.name, host.gpus)
    }
    await repo.closeAllBut(inventory.map((host) => host.name))
  })
}

/** Whether a host is under maintenance: nothing boots on it until an operator ends it. */
export const isUnderMaintenance = async (db: Kysely<DB>, hostId: string): Promise<boolean> =>
  ((await hostsRepo(db).find(hostId))?.maintenance_since ?? null) !== null

export async function lockHost(trx: Transaction<DB>, id: string): Promise<HostRow> {
  const host = await hostsRepo(trx).lock(id)
  if (!host) throw new Refusal('not_found')
  return host
}

/** Tells all clients that the product stock has changed. */
export const publishStockChange = (tx: Tx): Promise<void> => publishChange(tx, { user_id: null, resource: 'products', id: null })

/** Assigns a reported host to a region. Allowed once, because its instances could not follow it to another region. */
export async function registerHost(tx: Tx, host: HostRow, regionId: string): Promise<void> {
  if (host.region_id !== null) throw new Refusal('host_state', { message: '该主机已登记' })
  if (!(await hostsRepo(tx.db).regionExists(regionId))) throw createFieldRefusal('not_found', 'region_id', '地域不存在')
  await hostsRepo(tx.db).update(host.id, { region_id: regionId })
  await publishStockChange(tx)
}

/** Drains a host: it takes no new instances and gives no free cards; running instances continue (product §10). */
export async function drainHost(tx: Tx, host: HostRow, drainReason: string): Promise<void> {
  if (host.region_id === null || host.drained_at) throw new Refusal('host_state')
  await hostsRepo(tx.db).update(host.id, { drained_at: tx.now(), drain_reason: drainReason })
  await publishStockChange(tx)
}

export async function undrainHost(tx: Tx, host: HostRow): Promise<void> {
  if (!host.drained_at) throw new Refusal('host_state')
  await hostsRepo(tx.db).update(host.id, { drained_at: null, drain_reason: null, maintenance_since: null })
  await publishStockChange(tx)
}

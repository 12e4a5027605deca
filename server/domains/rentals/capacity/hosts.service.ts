import type { Kysely, Transaction } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { type Capability, capabilityGaps } from '#contract/capability-gaps.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { recordCardHealth } from '#server/domains/rentals/capacity/card-health.service.ts'
import { hostHealthRepo } from '#server/domains/rentals/capacity/host-health.repo.ts'
import { type HostRow, hostsRepo } from '#server/domains/rentals/capacity/hosts.repo.ts'
import { createFieldRefusal, Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

/**
 * Syncs the hosts from the driver: hosts, cards and what is wrong with them, and which can be scheduled now. `regionOf` assigns a region to a new host, or
 * null to leave that to an operator; operators' decisions about a host are kept.
 */
export async function syncHosts(deps: Deps, regionOf: (host: string) => string | null): Promise<void> {
  const { clock, compute, database, log } = deps
  const inventory = await compute.inventory()
  const now = clock.now()
  const told = new Map(inventory.map((report) => [report.host, (report.facts ?? report).problem ?? null]))
  await database.transaction(async (trx) => {
    const repo = hostsRepo(trx)
    const before = new Map((await repo.problems([...told.keys()])).map(({ id, problem }) => [id, problem]))
    for (const [host, problem] of told) if (problem !== null && problem !== before.get(host)) log.warn({ host }, problem)
    const answered = inventory.flatMap(({ engine, facts }) => (facts ? { ...facts, engine } : []))
    await repo.upsert(
      answered.map((host) => ({
        id: host.name,
        region_id: regionOf(host.name),
        cpu: host.cpu,
        memory_gb: Math.floor(host.memory_mb / 1024),
        driver_schedulable: host.schedulable,
        problem: host.problem ?? null,
        isolation: host.isolation,
        simulated: host.simulated,
        seen_at: now,
        engine_id: host.engine ?? null,
        ...host.capabilities,
      })),
    )
    await repo.insertNewGpus(
      answered.flatMap(({ name, gpus }) => gpus.map(({ uuid, model }) => ({ uuid, model, host_id: name }))),
    )
    await repo.close(inventory.flatMap((report) => (report.facts ? [] : report)))
    await repo.closeAllBut([...told.keys()])
  })
  await recordCardHealth(
    deps,
    inventory.flatMap(({ facts }) => facts ?? []),
  )
}

/** Says that the engine of a host cannot do what was asked for. */
export const createCapabilityRefusal = (lacking: Capability): Refusal =>
  new Refusal('compute_unsupported', { message: `这台实例所在的主机${capabilityGaps[lacking]}` })

/** What the engine of a host does for its instances. */
export const getHostCapabilities = (db: Kysely<DB>, hostId: string): Promise<Capabilities> => hostsRepo(db).capabilities(hostId)

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

/** Whether the platform itself drained a host, for boots that failed; a drain by an operator is another. */
export const isHeldHost = ({ drained_at: drainedAt, held_at: heldAt }: Pick<HostRow, 'drained_at' | 'held_at'>): boolean =>
  drainedAt !== null && drainedAt.getTime() === heldAt?.getTime()

export async function undrainHost(tx: Tx, host: HostRow): Promise<void> {
  if (!host.drained_at) throw new Refusal('host_state')
  await hostsRepo(tx.db).update(host.id, { drained_at: null, drain_reason: null, maintenance_since: null, held_at: null })
  await hostHealthRepo(tx.db).forgetFailedBoots(host.id)
  await publishStockChange(tx)
}

import type { Kysely } from 'kysely'
import type { Capabilities } from '#contract/capabilities.ts'
import { instanceActions, instanceStatusCodes, isActionAllowed } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { claimGpus, gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { createCapabilityRefusal, getHostCapabilities } from '#server/domains/rentals/capacity/hosts.service.ts'
import { listReservedHosts } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { changeOwnInstance } from '#server/domains/rentals/instances/change-own-instance.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed, getOwnInstance } from '#server/domains/rentals/instances/instances.service.ts'
import { startInstanceTask } from '#server/domains/rentals/tasks/begin-task.ts'
import type { Context } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Movable = Pick<InstanceRow, 'product_id' | 'region_id' | 'host_id' | 'gpu_num' | 'expire_at' | 'booted_generation'>

/** Lists the other hosts of the region that can take its disks and have enough unreserved free cards, emptiest first. */
async function listTargetHosts(db: Kysely<DB>, row: Movable): Promise<{ host_id: string; gpu_free: number }[]> {
  const gpus = gpusRepo(db)
  const free = await gpus.freeByHost(row.region_id, await gpus.modelOf(row.product_id), row.gpu_num, row.host_id)
  const kept = await listReservedHosts(db, row.product_id, undefined)
  return free.filter(({ host_id: hostId }) => hostId !== row.host_id && !kept.has(hostId))
}

/** Returns why the instance cannot be migrated at all, regardless of free cards; undefined if it can. */
function findObstacle(
  row: Movable,
  { moves_disks: movesDisks }: Pick<Capabilities, 'moves_disks'>,
  now: Date,
): Refusal | undefined {
  if (!movesDisks) return createCapabilityRefusal('moves_disks')
  if (row.expire_at && row.expire_at <= now) return new Refusal('package_expired')
  if (row.booted_generation === null) return new Refusal('never_booted')
  return undefined
}

/** Returns whether the instance can be migrated now, the target hosts, and why not. */
export async function getMigration(ctx: Context, id: string) {
  const row = await getOwnInstance(ctx, id)
  const capabilities = await getHostCapabilities(ctx.deps.database.kysely, row.host_id)
  const obstacle = isActionAllowed('migrate', row.status)
    ? findObstacle(row, capabilities, ctx.deps.clock.now())
    : new Refusal('action_not_allowed', { message: `当前状态不能${instanceActions.migrate.label}` })
  const hosts = obstacle ? [] : await listTargetHosts(ctx.deps.database.kysely, row)
  const whyNot = obstacle?.message ?? (hosts.length === 0 ? new Refusal('no_other_host').message : null)
  return { possible: whyNot === null, why_not: whyNot, hosts }
}

/** Leases cards on another host and starts copying the disks there. `host_id` null lets the platform choose. */
export async function migrateInstance(
  ctx: Context,
  id: string,
  { host_id: hostId, start }: { host_id: string | null; start: boolean },
) {
  const { deps } = ctx
  return changeOwnInstance(ctx, id, async (tx, row, by) => {
    assertInstanceActionAllowed('migrate', row.status)
    const obstacle = findObstacle(row, await getHostCapabilities(tx.db, row.host_id), deps.clock.now())
    if (obstacle) throw obstacle
    const hosts = (await listTargetHosts(tx.db, row))
      .map((host) => host.host_id)
      .filter((host) => hostId === null || host === hostId)
    const gpus = gpusRepo(tx.db)
    const taken = await claimGpus(tx.db, hosts, await gpus.modelOf(row.product_id), row.gpu_num)
    if (!taken) throw new Refusal('no_other_host')
    await gpus.lease(taken.uuids, row.id, tx.now())
    await startInstanceTask(
      tx,
      row,
      { kind: 'migrate', host_id: taken.host_id, boot_after: start },
      { to: instanceStatusCodes.migrating, by, title: '迁移', detail: `${row.host_id} → ${taken.host_id}` },
    )
    await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
  })
}

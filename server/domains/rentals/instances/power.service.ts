import type { Transaction } from 'kysely'
import { type DiskKind, formatDisks } from '#contract/instance.ts'
import { type InstanceAction, instanceStatusCodes, type StopReason } from '#contract/instance-actions.ts'
import type { GpuMode } from '#contract/instances.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { closeSegment } from '#server/domains/money/billing/billing.service.ts'
import { assertGpuQuota } from '#server/domains/money/sub-accounts/limits.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { replaceHeldCards } from '#server/domains/rentals/capacity/card-health.service.ts'
import { claimGpus, gpusRepo } from '#server/domains/rentals/capacity/gpu-placement.repo.ts'
import { isUnderMaintenance } from '#server/domains/rentals/capacity/hosts.service.ts'
import { findQueuePlace, leaveQueue, listReservedHosts } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { changeOwnInstance } from '#server/domains/rentals/instances/change-own-instance.ts'
import { computeFundsCheck, getUsagePurpose, getUserFunds } from '#server/domains/rentals/instances/funds-check.service.ts'
import { listLostDisks } from '#server/domains/rentals/instances/instance-spec.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { assertInstanceActionAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { computeMeteredMicro } from '#server/domains/rentals/instances/run-price.policy.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { type InstanceMove, moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { isInstanceRefunded } from '#server/domains/rentals/orders/refund.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { getImageRow } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { getCashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type By = InstanceMove['by']
type PowerActionHandler = (tx: Tx, row: InstanceRow, by: By) => Promise<void>

/** Throws if the package has expired or was refunded. */
export async function assertPackageUsable(trx: Transaction<DB>, { clock }: Deps, row: InstanceRow): Promise<void> {
  if (row.expire_at && (row.expire_at <= clock.now() || (await isInstanceRefunded(trx, row.id))))
    throw new Refusal('package_expired')
}

/** Throws if lost disks would be replaced by empty ones before the owner has accepted the loss. */
export function assertDiskLossAccepted(row: InstanceRow): void {
  const lost = listLostDisks(row)
  if (lost.length === 0 || row.loss_accepted) return
  const message = `${formatDisks(lost)}在主机上已经丢失。请在实例页面开机，确认以空盘代替`
  throw new Refusal('disk_lost', { message })
}

const unfinishedCloneText = '克隆没有完成，这台实例只能释放'

/** Throws if the instance could not boot even with free cards: host, package and funds (product §5). Only reads. */
export async function assertCanBoot(trx: Transaction<DB>, deps: Deps, row: InstanceRow, gpuMode: GpuMode): Promise<void> {
  if (await isUnderMaintenance(trx, row.host_id)) throw new Refusal('host_in_maintenance')
  await assertPackageUsable(trx, deps, row)
  assertDiskLossAccepted(row)
  if ((await getImageRow(trx, row.image_id)).state === 'failed')
    throw new Refusal('image_not_ready', { message: unfinishedCloneText })
  const means = await getUserFunds(trx, row.user_id, deps.clock.now())
  const hour = { purpose: await getUsagePurpose(trx, row.id), micro: computeMeteredMicro({ ...row, gpu_mode: gpuMode }) }
  if (!computeFundsCheck(means, { hour }).enough) throw new Refusal('insufficient_balance')
}

/** Boots an instance; throws before it writes, so that a caller may catch the Refusal and continue. */
async function bootInstance(tx: Tx, row: InstanceRow, by: By, gpuMode: GpuMode): Promise<void> {
  const now = tx.now()
  await getCashBalance(tx.db, row.user_id, { lock: true })
  await assertCanBoot(tx.db, tx.deps, row, gpuMode)
  if (gpuMode === 'gpu') {
    await assertGpuQuota(tx.db, row.user_id, { gpu_num: row.gpu_num, instance_id: row.id, lock: true })
    await replaceHeldCards(tx, row)
    await claimCards(tx, row)
  }
  // The wallet lock prevents a second concurrent boot.
  else if (await instancesRepo(tx.db).hasOneWithoutGpu(row.user_id)) throw new Refusal('no_gpu_taken')
  const boot = row.boot + 1
  await timelineRepo(tx.db).beginStep(row.id, boot, 'schedule', now)
  await moveInstance(tx, row, {
    to: instanceStatusCodes.starting,
    changes: {
      desired: 'running',
      gpu_mode: gpuMode,
      // Remains of a failed run on the engine are removed before the boot.
      restarting: row.status === instanceStatusCodes.abnormal,
      boot,
      reason: null,
      stopped_at: null,
      missing_since: null,
    },
    by,
    title: gpuMode === 'gpu' ? '开机' : '无卡开机',
  })
}

export const startInstance: PowerActionHandler = (...args) => bootInstance(...args, 'gpu')

/** Leases cards on the instance's host, unless it already holds them. */
export async function claimCards(tx: Tx, row: InstanceRow): Promise<void> {
  const gpus = gpusRepo(tx.db)
  if ((await gpus.of(row.id)).length === 0) {
    // The disks are on this host, so the cards must be too; the queue for its cards has priority.
    const kept = await listReservedHosts(tx.db, row.product_id, await findQueuePlace(tx.db, row.id))
    const taken = kept.has(row.host_id)
      ? undefined
      : await claimGpus(tx.db, [row.host_id], await gpus.modelOf(row.product_id), row.gpu_num)
    if (!taken) throw new Refusal('no_free_gpu')
    await gpus.lease(taken.uuids, row.id, tx.now())
    await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
  }
  await leaveQueue(tx, row.id, 'done')
}

/** Stops an instance for a reason: metering ends now, cards are freed once the engine has stopped it. */
export async function stopLockedInstance(tx: Tx, row: InstanceRow, by: By, reason: StopReason): Promise<void> {
  await closeSegment(tx.db, row.id, tx.now())
  await moveInstance(tx, row, {
    to: instanceStatusCodes.shutting_down,
    changes: { desired: 'stopped', restarting: false, reason },
    by,
    title: '关机',
    reason,
  })
}

/** Stops all metered instances of a user that run or are starting; returns their names. */
export async function stopMeteredInstancesOfUser(tx: Tx, userId: string, reason: StopReason): Promise<string[]> {
  const stopped: string[] = []
  for (const { id } of await instancesRepo(tx.db).committedOf(userId)) {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row || (row.status !== instanceStatusCodes.running && row.status !== instanceStatusCodes.starting)) continue
    await stopLockedInstance(tx, row, { actor: 'system' }, reason)
    stopped.push(row.nick_name)
  }
  if (stopped.length > 0) wakeWorkers(tx)
  return stopped
}

async function restartInstance(...[tx, row, by]: Parameters<PowerActionHandler>): Promise<void> {
  await closeSegment(tx.db, row.id, tx.now())
  await moveInstance(tx, row, {
    to: instanceStatusCodes.shutting_down,
    changes: { restarting: true },
    by,
    title: '重启',
    reason: 'manual',
  })
}

async function releaseInstance(...[tx, row, by]: Parameters<PowerActionHandler>): Promise<void> {
  await moveInstance(tx, row, {
    to: instanceStatusCodes.releasing,
    changes: { desired: 'released' },
    by,
    title: '释放',
  })
  await leaveQueue(tx, row.id, 'cancelled')
}

const powerActionHandlers: Record<'start' | 'start_without_gpu' | 'shutdown' | 'restart' | 'release', PowerActionHandler> = {
  start: startInstance,
  start_without_gpu: (...args) => bootInstance(...args, 'none'),
  shutdown: (...args) => stopLockedInstance(...args, 'manual'),
  restart: restartInstance,
  release: releaseInstance,
}

export type InstancePowerAction = keyof typeof powerActionHandlers & InstanceAction

/** Runs a power action on a locked instance; throws, before it writes, if the action table does not allow it in this status. */
export async function performPowerAction(tx: Tx, row: InstanceRow, by: By, action: InstancePowerAction): Promise<void> {
  assertInstanceActionAllowed(action, row.status)
  await powerActionHandlers[action](tx, row, by)
}

/** Records that the owner accepts the loss of disks; has no effect unless all lost disks are named. */
export async function acceptDiskLoss(
  trx: Transaction<DB>,
  row: InstanceRow,
  accepted: readonly DiskKind[] = [],
): Promise<InstanceRow> {
  const lost = listLostDisks(row)
  if (lost.length === 0 || !lost.every((disk) => accepted.includes(disk))) return row
  await instancesRepo(trx).update(row.id, { loss_accepted: true })
  return { ...row, loss_accepted: true }
}

/** Runs a user's power action on an own instance. `acceptLost`: the lost disks the user accepts to lose. */
export const requestPowerAction = (ctx: Context, id: string, action: InstancePowerAction, acceptLost?: readonly DiskKind[]) =>
  changeOwnInstance(ctx, id, async (tx, found, by) => {
    const row = await acceptDiskLoss(tx.db, found, acceptLost)
    await performPowerAction(tx, row, by, action)
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  })

import type { Transaction } from 'kysely'
import { type Disk, disksText } from '#contract/instance.ts'
import { type InstanceAction, type StopReason, status_codes } from '#contract/instance-actions.ts'
import type { GpuMode } from '#contract/instances.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { closeSegment } from '#server/domains/money/billing/billing.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { gpusRepo, takeGpus } from '#server/domains/rentals/capacity/gpus.repo.ts'
import { isUnderMaintenance } from '#server/domains/rentals/capacity/hosts.service.ts'
import { keptHosts, leaveQueue, placeOf } from '#server/domains/rentals/capacity/queue-claims.service.ts'
import { change } from '#server/domains/rentals/instances/change-own-instance.ts'
import { meansOf, usageIn, weigh } from '#server/domains/rentals/instances/funds-check.service.ts'
import { lostDisks } from '#server/domains/rentals/instances/instance-spec.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { refuseUnlessAllowed } from '#server/domains/rentals/instances/instances.service.ts'
import { meteredMicro } from '#server/domains/rentals/instances/run-price.policy.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { type Move, moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { wasRefunded } from '#server/domains/rentals/orders/refund.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { getImage } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Context } from '#server/http/context.ts'
import { cashBalance } from '#server/ledger/ledger.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

type By = Move['by']
type Act = (tx: Tx, row: InstanceRow, by: By) => Promise<void>

/** Refuses a package whose time is over, or was given back. */
export async function checkPackage(trx: Transaction<DB>, { clock }: Deps, row: InstanceRow): Promise<void> {
  if (row.expire_at && (row.expire_at <= clock.now() || (await wasRefunded(trx, row.id)))) throw new Refusal('package_expired')
}

/** Refuses to put empty disks in the place of lost ones before their owner has said that he knows. */
export function checkDisks(row: InstanceRow): void {
  const lost = lostDisks(row)
  if (lost.length === 0 || row.loss_accepted) return
  const message = `${disksText(lost)}在主机上已经丢失。请在实例页面开机，确认以空盘代替`
  throw new Refusal('disk_lost', { message })
}

const unfinished_clone = '克隆没有完成，这台实例只能释放'

/** Refuses what keeps an instance from booting, but for cards that are taken: host, package and money (product §5). Only reads. */
export async function checkBoot(trx: Transaction<DB>, deps: Deps, row: InstanceRow, gpu_mode: GpuMode): Promise<void> {
  if (await isUnderMaintenance(trx, row.host_id)) throw new Refusal('host_in_maintenance')
  await checkPackage(trx, deps, row)
  checkDisks(row)
  if ((await getImage(trx, row.image_id)).state === 'failed') throw new Refusal('image_not_ready', { message: unfinished_clone })
  const means = await meansOf(trx, row.user_id, deps.clock.now())
  const hour = { purpose: await usageIn(trx, row.id), micro: meteredMicro({ ...row, gpu_mode }) }
  if (!weigh(means, { hour }).enough) throw new Refusal('insufficient_balance')
}

/** Refuses before it writes, so that a caller with more to do may catch a Refusal and go on. */
async function boot(tx: Tx, row: InstanceRow, by: By, gpu_mode: GpuMode): Promise<void> {
  const now = tx.now()
  await cashBalance(tx.db, row.user_id, { lock: true })
  await checkBoot(tx.db, tx.deps, row, gpu_mode)
  if (gpu_mode === 'gpu') await takeCards(tx, row)
  // The wallet is locked: nobody boots another one meanwhile.
  else if (await instancesRepo(tx.db).hasOneWithoutGpu(row.user_id)) throw new Refusal('no_gpu_taken')
  const boot = row.boot + 1
  await timelineRepo(tx.db).beginStep(row.id, boot, 'schedule', now)
  await moveInstance(tx, row, {
    to: status_codes.starting,
    changes: {
      desired: 'running',
      gpu_mode,
      // What has failed may still lie on the engine as it fell: it is cleared away first.
      restarting: row.status === status_codes.abnormal,
      boot,
      reason: null,
      stopped_at: null,
      missing_since: null,
    },
    by,
    title: gpu_mode === 'gpu' ? '开机' : '无卡开机',
  })
}

export const start: Act = (...args) => boot(...args, 'gpu')

/** Takes the cards of an instance on its host, unless it holds them already. */
export async function takeCards(tx: Tx, row: InstanceRow): Promise<void> {
  const gpus = gpusRepo(tx.db)
  if ((await gpus.of(row.id)).length === 0) {
    // The disks are on this host, so the cards must be too; those who wait for its cards come first.
    const kept = await keptHosts(tx.db, row.product_id, await placeOf(tx.db, row.id))
    const taken = kept.has(row.host_id)
      ? undefined
      : await takeGpus(tx.db, [row.host_id], await gpus.modelOf(row.product_id), row.gpu_num)
    if (!taken) throw new Refusal('no_free_gpu')
    await gpus.lease(taken.uuids, row.id)
    await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
  }
  await leaveQueue(tx, row.id, 'done')
}

/** Stops for a reason: metering ends now, cards are freed once the engine has stopped. */
export async function stop(tx: Tx, row: InstanceRow, by: By, reason: StopReason): Promise<void> {
  await closeSegment(tx.db, row.id, tx.now())
  await moveInstance(tx, row, {
    to: status_codes.shutting_down,
    changes: { desired: 'stopped', restarting: false, reason },
    by,
    title: '关机',
    reason,
  })
}

/** Stops all metered instances of a user that run or are starting; answers their names. */
export async function stopMetered(tx: Tx, user_id: string, reason: StopReason): Promise<string[]> {
  const stopped: string[] = []
  for (const { id } of await instancesRepo(tx.db).committedOf(user_id)) {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row || (row.status !== status_codes.running && row.status !== status_codes.starting)) continue
    await stop(tx, row, { actor: 'system' }, reason)
    stopped.push(row.nick_name)
  }
  if (stopped.length > 0) wakeWorkers(tx)
  return stopped
}

async function restart(...[tx, row, by]: Parameters<Act>): Promise<void> {
  await closeSegment(tx.db, row.id, tx.now())
  await moveInstance(tx, row, {
    to: status_codes.shutting_down,
    changes: { restarting: true },
    by,
    title: '重启',
    reason: 'manual',
  })
}

async function release(...[tx, row, by]: Parameters<Act>): Promise<void> {
  await moveInstance(tx, row, {
    to: status_codes.releasing,
    changes: { desired: 'released' },
    by,
    title: '释放',
  })
  await leaveQueue(tx, row.id, 'cancelled')
}

const acts: Record<'start' | 'start_without_gpu' | 'shutdown' | 'restart' | 'release', Act> = {
  start,
  start_without_gpu: (...args) => boot(...args, 'none'),
  shutdown: (...args) => stop(...args, 'manual'),
  restart,
  release,
}

export type PowerAction = keyof typeof acts & InstanceAction

/** Carries out a power action on a locked instance; refuses, before it writes, what the action table does not allow in its status. */
export async function perform(tx: Tx, row: InstanceRow, by: By, action: PowerAction): Promise<void> {
  refuseUnlessAllowed(action, row.status)
  await acts[action](tx, row, by)
}

/** Takes down that the owner knows which disks are lost; nothing unless he names them all. */
export async function acceptLoss(trx: Transaction<DB>, row: InstanceRow, accepted: readonly Disk[] = []): Promise<InstanceRow> {
  const lost = lostDisks(row)
  if (lost.length === 0 || !lost.every((disk) => accepted.includes(disk))) return row
  await instancesRepo(trx).update(row.id, { loss_accepted: true })
  return { ...row, loss_accepted: true }
}

/** Carries out a user's power action on an own instance. `accept_lost`: the lost disks he goes on without. */
export const act = (ctx: Context, id: string, action: PowerAction, accept_lost?: readonly Disk[]) =>
  change(ctx, id, async (tx, found, by) => {
    const row = await acceptLoss(tx.db, found, accept_lost)
    await perform(tx, row, by, action)
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  })

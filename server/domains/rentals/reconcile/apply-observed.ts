import { DiskKind, formatDisks } from '#contract/instance.ts'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { formatFenText } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { closeSegmentAsSeen } from '#server/domains/money/billing/billing.service.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { formatBeijingMinute } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { startMeter } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { recordBoot, recordFailedBoot } from '#server/domains/rentals/capacity/failed-boots.service.ts'
import { releaseCards } from '#server/domains/rentals/capacity/release-cards.service.ts'
import { computeOwnedDisks } from '#server/domains/rentals/instances/instance-spec.ts'
import { bootStepByPhase } from '#server/domains/rentals/instances/instances.machine.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { toMeteredRow } from '#server/domains/rentals/instances/run-price.policy.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { closeUnusedOrder, completeOrder, refundUnstartedInstance } from '#server/domains/rentals/orders/refund.service.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { findOverdueReason, overdueReason } from '#server/domains/rentals/reconcile/overdue.service.ts'
import { releaseImage } from '#server/domains/storage/private-images/private-images.service.ts'
import type { DiskPresence, ObservedInstance } from '#server/ports/compute.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const bySystem = { actor: 'system' } as const
const pollMs = 1_000
export const restedColumns = { lease_until: null, lease_by: null, next_reconcile_at: null } as const
const undamagedDisks = { system_disk_lost_at: null, data_disk_lost_at: null, loss_accepted: false } as const
const releasedLease = { lease_until: null, lease_by: null } as const

type Write = (tx: Tx, row: InstanceRow) => Promise<void>

/** Writes under the row lock if the row has not changed since it was claimed; otherwise makes it due again. */
export async function writeIfUnchanged(deps: Deps, worker: string, claimed: InstanceRow, write: Write): Promise<void> {
  const written = await inTransaction(deps, async (tx) => {
    const row = await instancesRepo(tx.db).lockClaimed(claimed.id, worker, claimed.version)
    if (row) await write(tx, row)
    return row !== undefined
  })
  if (!written) await claimsRepo(deps.database.kysely).dropLease(claimed.id, worker, deps.clock.now())
}

/** Applies a driver's observation: boot steps, 运行中 with metering, 已关机 with its cards freed, or a failure. */
export function applyObserved(deps: Deps, worker: string, claimed: InstanceRow, observed: ObservedInstance): Promise<void> {
  const stopping = claimed.desired === 'stopped' || claimed.restarting
  return writeIfUnchanged(deps, worker, claimed, async (tx, row) => {
    if (stopping) return applyWhileStopping(tx, row, observed)
    return applyWhileStarting(tx, row, observed)
  })
}

async function applyWhileStarting(tx: Tx, row: InstanceRow, observed: ObservedInstance): Promise<void> {
  const now = tx.now()
  const step = bootStepByPhase[observed.phase]
  const begun = step !== undefined && (await timelineRepo(tx.db).beginStep(row.id, row.boot, step, now))
  if (observed.phase === 'running') {
    await moveInstance(tx, row, {
      to: instanceStatusCodes.running,
      changes: { ...restedColumns, started_at: now, missing_since: null, booted_generation: row.generation, ...undamagedDisks },
      by: bySystem,
    })
    await recordBoot(tx, row)
    if (row.charge_rule === 'hour') await startMeter(tx.db, toMeteredRow(row), now)
    if (row.started_at === null) await completeOrder(tx, row.id)
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  } else if (observed.phase === 'failed') {
    tx.afterCommit(() => tx.deps.figures.failBoot(observed.reason ?? 'unknown'))
    await recordFailedBoot(tx, row, observed)
    await failInstance(tx, row, observed.message ?? '容器启动失败。', computeDisksLeft(observed, row))
  } else if (await failIfOverdue(tx, row)) {
    // Nothing more to do.
  } else if (observed.phase === 'starting' && row.status === instanceStatusCodes.creating) {
    await moveInstance(tx, row, {
      to: instanceStatusCodes.starting,
      changes: { ...releasedLease, next_reconcile_at: addPollInterval(now) },
      by: bySystem,
    })
  } else {
    await instancesRepo(tx.db).update(row.id, { ...releasedLease, next_reconcile_at: addPollInterval(now) })
    if (begun) await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
  }
}

async function failIfOverdue(tx: Tx, row: InstanceRow): Promise<boolean> {
  const late = await findOverdueReason(tx.deps, tx.db, row)
  if (late) {
    tx.afterCommit(() => tx.deps.figures.failBoot(overdueReason))
    await failInstance(tx, row, late)
  }
  return late !== undefined
}

const addPollInterval = (now: Date) => new Date(now.getTime() + pollMs)

async function applyWhileStopping(tx: Tx, row: InstanceRow, observed: ObservedInstance): Promise<void> {
  const now = tx.now()
  if (observed.phase === 'stopping' || observed.phase === 'running' || observed.phase === 'unknown') {
    return void (await instancesRepo(tx.db).update(row.id, { ...releasedLease, next_reconcile_at: addPollInterval(now) }))
  }
  if (row.restarting && row.status === instanceStatusCodes.starting) {
    // The instance failed while it held cards and now boots without them.
    if (row.gpu_mode === 'none' && row.charge_rule === 'hour') await releaseCardsAndPublish(tx, row)
    return void (await instancesRepo(tx.db).update(row.id, { ...releasedLease, restarting: false, next_reconcile_at: now }))
  }
  if (row.restarting) {
    await timelineRepo(tx.db).beginStep(row.id, row.boot + 1, 'schedule', now)
    return moveInstance(tx, row, {
      to: instanceStatusCodes.starting,
      changes: { ...releasedLease, restarting: false, boot: row.boot + 1 },
      by: bySystem,
    })
  }
  const keepsCards = row.charge_rule !== 'hour' && row.expire_at !== null && row.expire_at > now
  if (!keepsCards) await releaseCardsAndPublish(tx, row)
  const ended = { ...restedColumns, gpu_mode: 'gpu' }
  const known: readonly number[] = [instanceStatusCodes.abnormal, instanceStatusCodes.shut_down]
  if (known.includes(row.status)) return void (await instancesRepo(tx.db).update(row.id, ended))
  await moveInstance(tx, row, {
    to: instanceStatusCodes.shut_down,
    changes: { ...ended, stopped_at: now },
    by: bySystem,
  })
}

export async function releaseCardsAndPublish(tx: Tx, row: InstanceRow): Promise<void> {
  await releaseCards(tx, row)
  await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
}

/**
 * Marks an instance as released when nothing of it is left on the engine: it leaves the lists and keeps its bills. A package that
 * never ran is refunded, unless its owner shut it down and its cards were kept.
 */
export function applyReleased(deps: Deps, worker: string, claimed: InstanceRow): Promise<void> {
  return writeIfUnchanged(deps, worker, claimed, async (tx, row) => {
    const now = deps.clock.now()
    if (row.started_at === null && row.stopped_at === null) await refundUnstartedInstance(tx, row.id)
    if (row.started_at === null) await closeUnusedOrder(tx, row.id)
    await releaseCardsAndPublish(tx, row)
    await instancesRepo(tx.db).update(row.id, { ...restedColumns, released_at: now })
    await releaseImage(tx.db, row.image_id)
    await timelineRepo(tx.db).addEvent({ instance_id: row.id, at: now, ...bySystem, kind: 'status', title: '已释放' })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
  })
}

/** Gives up a start; `reason` names the class of the failure for operators. */
export function applyFailure(
  deps: Deps,
  worker: string,
  claimed: InstanceRow,
  { reason, why, left }: { reason: string; why: string; left?: DiskPresence | undefined },
): Promise<void> {
  return writeIfUnchanged(deps, worker, claimed, (tx, row) => {
    tx.afterCommit(() => tx.deps.figures.failBoot(reason))
    return failInstance(tx, row, why, left)
  })
}

/** Returns the disks left after a failed boot; unknown if there was no image to create a container from. */
const computeDisksLeft = ({ reason }: ObservedInstance, row: InstanceRow): DiskPresence | undefined =>
  reason === 'ImageNotFound' || reason === 'ImagePullFailed' ? undefined : computeOwnedDisks(row)

/** Returns which owned disks are lost, and the text about it; nothing if unknown. */
function computeDiskLoss(row: InstanceRow, left: DiskPresence | undefined): { lost: DiskKind[]; words: string } {
  const had = computeOwnedDisks(row)
  if (!left || !had.data) return { lost: [], words: '' }
  const hadDisks = DiskKind.options.filter((disk) => had[disk])
  const lost = hadDisks.filter((disk) => !left[disk])
  const kept = hadDisks.filter((disk) => left[disk])
  if (lost.length === 0) return { lost, words: '数据保留。' }
  return { lost, words: `${formatDisks(lost)}已丢失${kept.length > 0 ? `，${formatDisks(kept)}仍在` : ''}。` }
}

/**
 * Marks a locked instance 异常: metering ends at the last observation, the engine is told to stop, and the cards are freed after
 * that. A package whose instance never ran is refunded in full and can only be released. `left`: the existing disks.
 */
export async function failInstance(tx: Tx, row: InstanceRow, why: string, left?: DiskPresence): Promise<void> {
  const now = tx.now()
  await closeSegmentAsSeen(tx.db, row.id, now)
  await timelineRepo(tx.db).failStep(row.id, row.boot, now, why)
  const { lost, words } = computeDiskLoss(row, left)
  const refundedFen = row.started_at === null ? await refundUnstartedInstance(tx, row.id) : 0n
  const refunded = refundedFen > 0n ? `已全额退款 ${formatFenText(refundedFen)} 元。` : ''
  const detail = `${why}${words}${refunded}`
  await moveInstance(tx, row, {
    to: instanceStatusCodes.abnormal,
    changes: {
      ...releasedLease,
      desired: 'stopped',
      restarting: false,
      reason: 'fault',
      next_reconcile_at: now,
      ...(refundedFen > 0n && { expire_at: now }),
      ...(lost.includes('system') && { system_disk_lost_at: now, loss_accepted: false }),
      ...(lost.includes('data') && { data_disk_lost_at: now, loss_accepted: false }),
    },
    by: bySystem,
    detail,
    reason: 'fault',
  })
  await notifyUser(tx, {
    user_id: row.user_id,
    class: 'system',
    title: `实例 ${row.nick_name} 异常`,
    content: `${detail}异常期间不计费。${lost.length > 0 ? '再次开机须先确认以空盘代替丢失的磁盘，也可以释放实例。' : '你可以重新开机或释放实例。'}`,
    link: `/console/container-instance/detail/${row.id}`,
  })
}

/** Reboots a locked instance that went down with its host, because nobody asked it to stop. Its remains are removed first. */
export async function rebootInstance(tx: Tx, row: InstanceRow): Promise<void> {
  const now = tx.now()
  await closeSegmentAsSeen(tx.db, row.id, now)
  const boot = row.boot + 1
  await timelineRepo(tx.db).beginStep(row.id, boot, 'schedule', now)
  const since = row.unseen_since ? `自 ${formatBeijingMinute(row.unseen_since)} 起失联` : '曾经失联'
  const detail = `主机${since}，实例随之停止。主机已恢复，正在重新开机，失联期间不计费。`
  await moveInstance(tx, row, {
    to: instanceStatusCodes.starting,
    changes: { restarting: true, boot, missing_since: null },
    by: bySystem,
    title: '重新开机',
    detail,
  })
  await notifyUser(tx, {
    user_id: row.user_id,
    class: 'system',
    title: `实例 ${row.nick_name} 随主机恢复重新开机`,
    content: `${detail}内存中的进程已经丢失，磁盘上的数据不受影响。`,
    link: `/console/container-instance/detail/${row.id}`,
  })
}

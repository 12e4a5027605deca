import { Disk, disksText } from '#contract/instance.ts'
import { status_codes } from '#contract/instance-actions.ts'
import { yuanOfFen } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { closeSegmentAsSeen } from '#server/domains/money/billing/billing.service.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { beijingText } from '#server/domains/rentals/auto-stop/schedule.policy.ts'
import { startMeter } from '#server/domains/rentals/auto-stop/spend-limit.service.ts'
import { giveBackCards } from '#server/domains/rentals/capacity/cards.service.ts'
import { disksHad } from '#server/domains/rentals/instances/instance-spec.ts'
import { stepOfPhase } from '#server/domains/rentals/instances/instances.machine.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { meteredAs } from '#server/domains/rentals/instances/run-price.policy.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { moveInstance } from '#server/domains/rentals/instances/transition.ts'
import { closeUnused, completeOrder, refundNeverStarted } from '#server/domains/rentals/orders/refund.service.ts'
import { claimsRepo } from '#server/domains/rentals/reconcile/claims.repo.ts'
import { whyOverdue } from '#server/domains/rentals/reconcile/overdue.service.ts'
import { letGoOfImage } from '#server/domains/storage/private-images/private-images.service.ts'
import type { Disks, Observed } from '#server/ports/compute.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

const system = { actor: 'system' } as const
const poll_ms = 1_000
export const at_rest = { lease_until: null, lease_by: null, next_reconcile_at: null } as const
const whole = { system_disk_lost_at: null, data_disk_lost_at: null, loss_accepted: false } as const
const again = { lease_until: null, lease_by: null } as const

type Write = (tx: Tx, row: InstanceRow) => Promise<void>

/** Writes back under the row's lock, unless somebody changed the row since it was claimed: then it is simply due again. */
export async function writeBack(deps: Deps, worker: string, claimed: InstanceRow, write: Write): Promise<void> {
  const written = await inTransaction(deps, async (tx) => {
    const row = await instancesRepo(tx.db).lockClaimed(claimed.id, worker, claimed.version)
    if (row) await write(tx, row)
    return row !== undefined
  })
  if (!written) await claimsRepo(deps.database.kysely).dropLease(claimed.id, worker, deps.clock.now())
}

/** Takes over what a driver sees: boot steps, 运行中 with its metering, 已关机 with its cards freed, or a failure. */
export function applyObserved(deps: Deps, worker: string, claimed: InstanceRow, observed: Observed): Promise<void> {
  const stopping = claimed.desired === 'stopped' || claimed.restarting
  return writeBack(deps, worker, claimed, async (tx, row) => {
    if (stopping) return whileStopping(tx, row, observed)
    return whileStarting(tx, row, observed)
  })
}

async function whileStarting(tx: Tx, row: InstanceRow, observed: Observed): Promise<void> {
  const now = tx.now()
  const step = stepOfPhase[observed.phase]
  const late = await whyOverdue(tx.deps, tx.db, row)
  const begun = step !== undefined && (await timelineRepo(tx.db).beginStep(row.id, row.boot, step, now))
  if (observed.phase === 'running') {
    await moveInstance(tx, row, {
      to: status_codes.running,
      changes: { ...at_rest, started_at: now, missing_since: null, booted_generation: row.generation, ...whole },
      by: system,
    })
    if (row.charge_rule === 'hour') await startMeter(tx.db, meteredAs(row), now)
    if (row.started_at === null) await completeOrder(tx, row.id)
    await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  } else if (observed.phase === 'failed') {
    await fail(tx, row, observed.message ?? '容器启动失败。', leftAfter(observed, row))
  } else if (late) {
    await fail(tx, row, late)
  } else if (observed.phase === 'starting' && row.status === status_codes.creating) {
    await moveInstance(tx, row, {
      to: status_codes.starting,
      changes: { ...again, next_reconcile_at: later(now) },
      by: system,
    })
  } else {
    await instancesRepo(tx.db).update(row.id, { ...again, next_reconcile_at: later(now) })
    if (begun) await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
  }
}

const later = (now: Date) => new Date(now.getTime() + poll_ms)

async function whileStopping(tx: Tx, row: InstanceRow, observed: Observed): Promise<void> {
  const now = tx.now()
  if (observed.phase === 'stopping' || observed.phase === 'running' || observed.phase === 'unknown') {
    return void (await instancesRepo(tx.db).update(row.id, { ...again, next_reconcile_at: later(now) }))
  }
  if (row.restarting && row.status === status_codes.starting) {
    // It fell with its cards and comes up without.
    if (row.gpu_mode === 'none' && row.charge_rule === 'hour') await freeCards(tx, row)
    return void (await instancesRepo(tx.db).update(row.id, { ...again, restarting: false, next_reconcile_at: now }))
  }
  if (row.restarting) {
    await timelineRepo(tx.db).beginStep(row.id, row.boot + 1, 'schedule', now)
    return moveInstance(tx, row, {
      to: status_codes.starting,
      changes: { ...again, restarting: false, boot: row.boot + 1 },
      by: system,
    })
  }
  const keeps_cards = row.charge_rule !== 'hour' && row.expire_at !== null && row.expire_at > now
  if (!keeps_cards) await freeCards(tx, row)
  const ended = { ...at_rest, gpu_mode: 'gpu' }
  const known: readonly number[] = [status_codes.abnormal, status_codes.shut_down]
  if (known.includes(row.status)) return void (await instancesRepo(tx.db).update(row.id, ended))
  await moveInstance(tx, row, {
    to: status_codes.shut_down,
    changes: { ...ended, stopped_at: now },
    by: system,
  })
}

export async function freeCards(tx: Tx, row: InstanceRow): Promise<void> {
  await giveBackCards(tx, row)
  await publishChange(tx, { user_id: null, resource: 'products', id: row.product_id })
}

/**
 * The engine has nothing left of it: the row leaves the lists and keeps its bills. A package that never ran is refunded,
 * unless its owner shut it down and had the cards kept.
 */
export function applyReleased(deps: Deps, worker: string, claimed: InstanceRow): Promise<void> {
  return writeBack(deps, worker, claimed, async (tx, row) => {
    const now = deps.clock.now()
    if (row.started_at === null && row.stopped_at === null) await refundNeverStarted(tx, row.id)
    if (row.started_at === null) await closeUnused(tx, row.id)
    await freeCards(tx, row)
    await instancesRepo(tx.db).update(row.id, { ...at_rest, released_at: now })
    await letGoOfImage(tx.db, row.image_id)
    await timelineRepo(tx.db).addEvent({ instance_id: row.id, at: now, ...system, kind: 'status', title: '已释放' })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
  })
}

export function applyFailure(deps: Deps, worker: string, claimed: InstanceRow, why: string, left?: Disks): Promise<void> {
  return writeBack(deps, worker, claimed, (tx, row) => fail(tx, row, why, left))
}

/** What a failed boot leaves of the disks; unknown where there was nothing to make a container from. */
const leftAfter = ({ reason }: Observed, row: InstanceRow): Disks | undefined =>
  reason === 'ImageNotFound' || reason === 'ImagePullFailed' ? undefined : disksHad(row)

/** Which of the disks it had are gone, and what is to be said of that; nothing where nobody knows. */
function lossOf(row: InstanceRow, left: Disks | undefined): { lost: Disk[]; words: string } {
  const had = disksHad(row)
  if (!left || !had.data) return { lost: [], words: '' }
  const had_disks = Disk.options.filter((disk) => had[disk])
  const lost = had_disks.filter((disk) => !left[disk])
  const kept = had_disks.filter((disk) => left[disk])
  if (lost.length === 0) return { lost, words: '数据保留。' }
  return { lost, words: `${disksText(lost)}已丢失${kept.length > 0 ? `，${disksText(kept)}仍在` : ''}。` }
}

/**
 * Marks a locked instance 异常: metering ends at what was last seen, the engine is told to stop, cards are freed after that.
 * A package whose instance never ran is refunded in full and can only be released. `left`: the disks that are there.
 */
export async function fail(tx: Tx, row: InstanceRow, why: string, left?: Disks): Promise<void> {
  const now = tx.now()
  await closeSegmentAsSeen(tx.db, row.id, now)
  await timelineRepo(tx.db).failStep(row.id, row.boot, now, why)
  const { lost, words } = lossOf(row, left)
  const refunded_fen = row.started_at === null ? await refundNeverStarted(tx, row.id) : 0n
  const refunded = refunded_fen > 0n ? `已全额退款 ${yuanOfFen(refunded_fen)} 元。` : ''
  const detail = `${why}${words}${refunded}`
  await moveInstance(tx, row, {
    to: status_codes.abnormal,
    changes: {
      ...again,
      desired: 'stopped',
      restarting: false,
      reason: 'fault',
      next_reconcile_at: now,
      ...(refunded_fen > 0n && { expire_at: now }),
      ...(lost.includes('system') && { system_disk_lost_at: now, loss_accepted: false }),
      ...(lost.includes('data') && { data_disk_lost_at: now, loss_accepted: false }),
    },
    by: system,
    detail,
    reason: 'fault',
  })
  await notify(tx, {
    user_id: row.user_id,
    class: 'system',
    title: `实例 ${row.nick_name} 异常`,
    content: `${detail}异常期间不计费。${lost.length > 0 ? '再次开机须先确认以空盘代替丢失的磁盘，也可以释放实例。' : '你可以重新开机或释放实例。'}`,
    link: `/console/container-instance/detail/${row.id}`,
  })
}

/** Boots a locked instance again that has fallen with its host: nobody asked it to stop. What is left of it is cleared away first. */
export async function bootAgain(tx: Tx, row: InstanceRow): Promise<void> {
  const now = tx.now()
  await closeSegmentAsSeen(tx.db, row.id, now)
  const boot = row.boot + 1
  await timelineRepo(tx.db).beginStep(row.id, boot, 'schedule', now)
  const since = row.unseen_since ? `自 ${beijingText(row.unseen_since)} 起失联` : '曾经失联'
  const detail = `主机${since}，实例随之停止。主机已恢复，正在重新开机，失联期间不计费。`
  await moveInstance(tx, row, {
    to: status_codes.starting,
    changes: { restarting: true, boot, missing_since: null },
    by: system,
    title: '重新开机',
    detail,
  })
  await notify(tx, {
    user_id: row.user_id,
    class: 'system',
    title: `实例 ${row.nick_name} 随主机恢复重新开机`,
    content: `${detail}内存中的进程已经丢失，磁盘上的数据不受影响。`,
    link: `/console/container-instance/detail/${row.id}`,
  })
}

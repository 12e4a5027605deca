import type { StopReason } from '#contract/instance-actions.ts'
import type { Deps } from '#server/deps.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { forcedStopsRepo } from '#server/domains/rentals/instances/forced-stops.repo.ts'
import { type InstanceRow, instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { stopLockedInstance } from '#server/domains/rentals/instances/power.service.ts'
import { timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import type { InstanceMove } from '#server/domains/rentals/instances/transition.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { forEachIsolated } from '#server/lib/concurrency.ts'
import { inTransaction, type Tx } from '#server/tx.ts'

/**
 * Stops a locked instance on behalf of the platform and notifies its owner: metering ends now, disks are kept, a package keeps
 * its cards and its time continues.
 */
export async function stopForPlatform(
  tx: Tx,
  row: InstanceRow,
  by: InstanceMove['by'],
  { reason, why }: { reason: StopReason; why: string },
): Promise<void> {
  const at = tx.now()
  await timelineRepo(tx.db).addEvent({ instance_id: row.id, at, ...by, kind: 'notice', title: '平台关机', detail: why })
  await stopLockedInstance(tx, row, by, reason)
  await notifyUser(tx, {
    user_id: row.user_id,
    class: 'system',
    title: `实例 ${row.nick_name} 已被平台关机`,
    content: `原因：${why}。系统盘和数据盘都已保留，按量计费已停止。如有疑问请联系客服。`,
    link: `/console/container-instance/detail/${row.id}`,
  })
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  wakeWorkers(tx)
}

async function stopIfForbidden(tx: Tx, id: string): Promise<void> {
  const row = await instancesRepo(tx.db).lock(id)
  const why = row && (await forcedStopsRepo(tx.db).why(id))
  if (!row || !why) return
  await stopForPlatform(
    tx,
    row,
    { actor: 'operator' },
    why.frozen_at
      ? { reason: 'violation', why: `账号被冻结（${why.frozen_reason ?? '违规'}）` }
      : { reason: 'maintenance', why: '主机维护已开始，结束后即可开机' },
  )
}

/** Stops running instances whose owner is frozen or whose host is under maintenance, however they were started. */
export async function stopForbiddenInstances(deps: Deps): Promise<void> {
  const found = await forcedStopsRepo(deps.database.kysely).list()
  await forEachIsolated(found, deps, 'stopping what may not run', ({ id }) =>
    inTransaction(deps, (tx) => stopIfForbidden(tx, id)),
  )
}

/** Does the same at once for one user, in the transaction that froze the account. */
export async function stopInstancesOfFrozenUser(tx: Tx, userId: string): Promise<void> {
  for (const { id } of await forcedStopsRepo(tx.db).listOf(userId)) await stopIfForbidden(tx, id)
}

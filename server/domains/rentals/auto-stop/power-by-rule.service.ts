import { instanceStatusCodes, type StopReason } from '#contract/instance-actions.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { buildAutoStopNotice, buildMissedStartNotice } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { performPowerAction, stopLockedInstance } from '#server/domains/rentals/instances/power.service.ts'
import { recordTimelineEvent } from '#server/domains/rentals/instances/timeline.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const bySystem = (detail: string) => ({ actor: 'system', detail }) as const

async function publishWalletChange(tx: Tx, row: InstanceRow): Promise<void> {
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  wakeWorkers(tx)
}

/** Stops a locked instance because of a rule, which is named on the timeline. */
export async function stopByRule(tx: Tx, row: InstanceRow, { reason, why }: { reason: StopReason; why: string }) {
  await stopLockedInstance(tx, row, bySystem(why), reason)
  await notifyUser(tx, { user_id: row.user_id, ...buildAutoStopNotice(row, why) })
  await publishWalletChange(tx, row)
}

/** Boots a locked instance with the same checks as a user's click; if refused, the owner is told why. */
export async function bootBySchedule(tx: Tx, row: InstanceRow, why: string): Promise<void> {
  if (row.status !== instanceStatusCodes.shut_down) return recordMissedStart(tx, row, why, '实例处于异常状态')
  try {
    await performPowerAction(tx, row, bySystem(why), 'start')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return recordMissedStart(tx, row, why, error.message)
  }
  await publishWalletChange(tx, row)
}

const tooLateText = '平台当时没有运行，过了时间不再补开'

/** Records on the timeline, and tells the owner, that a scheduled boot did not happen. */
export async function recordMissedStart(tx: Tx, row: InstanceRow, why: string, refusal: string = tooLateText) {
  await recordTimelineEvent(tx.db, row.id, {
    at: tx.now(),
    actor: 'system',
    title: '没有按计划开机',
    detail: `${why}：${refusal}`,
  })
  await notifyUser(tx, { user_id: row.user_id, ...buildMissedStartNotice(row, why, refusal) })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}

import { type StopReason, status_codes } from '#contract/instance-actions.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { noticeOfNoStart, noticeOfStop } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { perform, stop } from '#server/domains/rentals/instances/power.service.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import { Refusal } from '#server/lib/refusal.ts'
import type { Tx } from '#server/tx.ts'

const by = (detail: string) => ({ actor: 'system', detail }) as const

async function tellWallet(tx: Tx, row: InstanceRow): Promise<void> {
  await publishChange(tx, { user_id: row.user_id, resource: 'wallet', id: null })
  wakeWorkers(tx)
}

/** Stops a locked instance because of a rule; the timeline says which. */
export async function stopByRule(tx: Tx, row: InstanceRow, { reason, why }: { reason: StopReason; why: string }) {
  await stop(tx, row, by(why), reason)
  await notify(tx, { user_id: row.user_id, ...noticeOfStop(row, why) })
  await tellWallet(tx, row)
}

/** Boots a locked instance through the same gate as a person does; where that refuses, the owner hears why. */
export async function bootByPlan(tx: Tx, row: InstanceRow, why: string): Promise<void> {
  if (row.status !== status_codes.shut_down) return noteMissedStart(tx, row, why, '实例处于异常状态')
  try {
    await perform(tx, row, by(why), 'start')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return noteMissedStart(tx, row, why, error.message)
  }
  await tellWallet(tx, row)
}

const too_late = '平台当时没有运行，过了时间不再补开'

/** Says on the timeline and to the owner that a planned boot did not happen. */
export async function noteMissedStart(tx: Tx, row: InstanceRow, why: string, refusal: string = too_late) {
  await noteOnTimeline(tx.db, row.id, {
    at: tx.now(),
    actor: 'system',
    title: '没有按计划开机',
    detail: `${why}：${refusal}`,
  })
  await notify(tx, { user_id: row.user_id, ...noticeOfNoStart(row, why, refusal) })
  await publishChange(tx, { user_id: row.user_id, resource: 'instances', id: row.id })
}

import type { Transaction } from 'kysely'
import { type StopReason, status_codes } from '#contract/instance-actions.ts'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { noticeOfNoStart, noticeOfStop } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { perform, stop } from '#server/domains/rentals/instances/power.service.ts'
import { noteOnTimeline } from '#server/domains/rentals/instances/timeline.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { AfterCommit } from '#server/http/context.ts'
import { Refusal } from '#server/lib/refusal.ts'

type Args = [trx: Transaction<DB>, afterCommit: AfterCommit, deps: Deps, row: InstanceRow]

const by = (detail: string) => ({ actor: 'system', detail }) as const

async function tellWallet(...[trx, afterCommit, deps, row]: Args): Promise<void> {
  await publishChange(trx, afterCommit, deps, { user_id: row.user_id, resource: 'wallet', id: null })
  wakeWorkers(afterCommit, deps)
}

/** Stops a locked instance because of a rule; the timeline says which. */
export async function stopByRule(
  ...[trx, afterCommit, deps, row, { reason, why }]: [...Args, { reason: StopReason; why: string }]
) {
  await stop(trx, afterCommit, deps, row, by(why), reason)
  await notify(trx, afterCommit, deps, { user_id: row.user_id, ...noticeOfStop(row, why) })
  await tellWallet(trx, afterCommit, deps, row)
}

/** Boots a locked instance through the same gate as a person does; where that refuses, the owner hears why. */
export async function bootByPlan(...[trx, afterCommit, deps, row, why]: [...Args, string]): Promise<void> {
  if (row.status !== status_codes.shut_down) return noteMissedStart(trx, afterCommit, deps, row, why, '实例处于异常状态')
  try {
    await perform(trx, afterCommit, deps, row, by(why), 'start')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return noteMissedStart(trx, afterCommit, deps, row, why, error.message)
  }
  await tellWallet(trx, afterCommit, deps, row)
}

const too_late = '平台当时没有运行，过了时间不再补开'

/** Says on the timeline and to the owner that a planned boot did not happen. */
export async function noteMissedStart(...[trx, afterCommit, deps, row, why, refusal = too_late]: [...Args, string, string?]) {
  await noteOnTimeline(trx, row.id, {
    at: deps.clock.now(),
    actor: 'system',
    title: '没有按计划开机',
    detail: `${why}：${refusal}`,
  })
  await notify(trx, afterCommit, deps, { user_id: row.user_id, ...noticeOfNoStart(row, why, refusal) })
  await publishChange(trx, afterCommit, deps, { user_id: row.user_id, resource: 'instances', id: row.id })
}

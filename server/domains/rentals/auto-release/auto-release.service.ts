import { limits } from '#contract/limits.ts'
import { notify } from '#server/domains/notify/notifications/notifications.service.ts'
import { releaseAt, releaseStep } from '#server/domains/rentals/auto-release/auto-release.policy.ts'
import { noticeOfRelease, noticeOfReleased } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { type Sight, soon } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { perform } from '#server/domains/rentals/instances/power.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Tx } from '#server/tx.ts'

export interface Countdown {
  look_at?: Date
  released?: true
  changes?: Pick<GuardRow, 'release_since' | 'release_day' | 'release_told_at'>
}

const why = `停用满 ${limits.release_days} 天，由平台释放`

/** The next step of the way to release of an instance that is shut down or abnormal (product §4). */
export async function countDown(tx: Tx, row: InstanceRow, guard: GuardRow, { now, steady }: Sight): Promise<Countdown> {
  const step = releaseStep(row, guard, now)
  if ((step.release || step.tell) && !steady) return { look_at: soon(now) }
  if (step.release) {
    await perform(tx, row, { actor: 'system', detail: why }, 'release')
    await notify(tx, { user_id: row.user_id, ...noticeOfReleased(row) })
    wakeWorkers(tx)
    return { released: true }
  }
  if (!step.tell) return step
  const changes = { release_since: step.tell.since, release_day: step.tell.day, release_told_at: now }
  const in_ms = releaseAt(row, changes)!.getTime() - now.getTime()
  await notify(tx, { user_id: row.user_id, ...noticeOfRelease(row, in_ms) })
  return { changes, look_at: now }
}

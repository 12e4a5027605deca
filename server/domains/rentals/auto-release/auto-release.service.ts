import { limits } from '#contract/limits.ts'
import { notifyUser } from '#server/domains/notify/notifications/notifications.service.ts'
import { computeReleaseCountdownStep, computeReleaseTime } from '#server/domains/rentals/auto-release/auto-release.policy.ts'
import { buildComingReleaseNotice, buildReleasedNotice } from '#server/domains/rentals/auto-stop/auto-stop.notifications.ts'
import type { GuardRow } from '#server/domains/rentals/auto-stop/auto-stop.repo.ts'
import { addMinute, type RuleContext } from '#server/domains/rentals/auto-stop/rule-result.policy.ts'
import type { InstanceRow } from '#server/domains/rentals/instances/instances.repo.ts'
import { performPowerAction } from '#server/domains/rentals/instances/power.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Tx } from '#server/tx.ts'

export interface ReleaseCountdown {
  look_at?: Date
  released?: true
  changes?: Pick<GuardRow, 'release_since' | 'release_day' | 'release_told_at'>
}

const releaseReason = `停用满 ${limits.releaseDays} 天，由平台释放`

/** Runs the next step of the release countdown of a shut-down or abnormal instance (product §4). */
export async function advanceReleaseCountdown(
  tx: Tx,
  row: InstanceRow,
  guard: GuardRow,
  { now, steady }: RuleContext,
): Promise<ReleaseCountdown> {
  const step = computeReleaseCountdownStep(row, guard, now)
  if ((step.release || step.tell) && !steady) return { look_at: addMinute(now) }
  if (step.release) {
    await performPowerAction(tx, row, { actor: 'system', detail: releaseReason }, 'release')
    await notifyUser(tx, { user_id: row.user_id, ...buildReleasedNotice(row) })
    wakeWorkers(tx)
    return { released: true }
  }
  if (!step.tell) return step
  const changes = { release_since: step.tell.since, release_day: step.tell.day, release_told_at: now }
  const inMs = computeReleaseTime(row, changes)!.getTime() - now.getTime()
  await notifyUser(tx, { user_id: row.user_id, ...buildComingReleaseNotice(row, inMs) })
  return { changes, look_at: now }
}

import { isActionAllowed } from '#contract/instance-actions.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { performPowerAction } from '#server/domains/rentals/instances/power.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Tx } from '#server/tx.ts'

const reasonTexts = { arrears: '逾期未付，服务终止' } as const

/**
 * Releases a user's pay-as-you-go instances that can be released now, including their data, and returns their names. Instances
 * with a running operation are left for the next call; paid packages run to their end.
 */
export async function releaseHourlyInstances(tx: Tx, userId: string, reason: keyof typeof reasonTexts): Promise<string[]> {
  const released: string[] = []
  for (const { id } of await instancesRepo(tx.db).hourlyOfUser(userId)) {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row || !isActionAllowed('release', row.status)) continue
    await performPowerAction(tx, row, { actor: 'system', detail: reasonTexts[reason] }, 'release')
    released.push(row.nick_name)
  }
  if (released.length > 0) wakeWorkers(tx)
  return released
}

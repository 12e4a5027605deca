import { isAllowed } from '#contract/instance-actions.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { perform } from '#server/domains/rentals/instances/power.service.ts'
import { wakeWorkers } from '#server/domains/rentals/reconcile/wake-workers.service.ts'
import type { Tx } from '#server/tx.ts'

const why = { arrears: '逾期未付，服务终止' } as const

/**
 * Releases the pay-as-you-go instances of a user that can be released now, with their data, and answers their names. What
 * is still in hand is left for the next call; packages that are paid for run to their end.
 */
export async function releaseHourly(tx: Tx, user_id: string, reason: keyof typeof why): Promise<string[]> {
  const released: string[] = []
  for (const { id } of await instancesRepo(tx.db).hourlyOfUser(user_id)) {
    const row = await instancesRepo(tx.db).lock(id)
    if (!row || !isAllowed('release', row.status)) continue
    await perform(tx, row, { actor: 'system', detail: why[reason] }, 'release')
    released.push(row.nick_name)
  }
  if (released.length > 0) wakeWorkers(tx)
  return released
}

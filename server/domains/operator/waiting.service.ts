import type { z } from 'zod'
import { hasOperatorAccess, isOperatorAccess } from '#contract/access.ts'
import { type operatorWaiting, type WaitingQueue, waitingQueues } from '#contract/operator/waiting.ts'
import { listDecidableKinds } from '#server/domains/operator/changes.service.ts'
import { waitingRepo } from '#server/domains/operator/waiting.repo.ts'
import type { Context } from '#server/http/context.ts'

/** Counts what waits for the caller in every queue whose list the caller may read. */
export async function countWaitingRows({ deps, caller }: Context): Promise<z.input<(typeof operatorWaiting)['get']['data']>> {
  const queues = (Object.keys(waitingQueues) as WaitingQueue[]).filter((queue) => {
    const { access } = waitingQueues[queue].list
    return isOperatorAccess(access) && hasOperatorAccess(caller.role, access)
  })
  const who = { operator_id: caller.user_id, kinds: listDecidableKinds(caller.role) }
  const counted = await waitingRepo(deps.database.kysely).count(queues, who)
  return counted.map((row) => ({ ...row, oldest_at: row.oldest_at?.toISOString() ?? null }))
}

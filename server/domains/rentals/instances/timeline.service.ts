import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { type NewInstanceEvent, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { inTransaction } from '#server/tx.ts'

const outOfMemoryTitle = '内存不足'
/** One hog may be killed many times over; once a minute is told. */
const recordAgainAfterMs = 60_000

/** A process in a running instance was killed for want of memory, and the instance may run on: its owner is to know why. */
export function recordOutOfMemory(deps: Deps, id: string): Promise<void> {
  return inTransaction(deps, async (tx) => {
    const row = await instancesRepo(tx.db).lock(id)
    const now = deps.clock.now()
    if (row?.desired !== 'running') return
    if (await timelineRepo(tx.db).wasNoted(id, outOfMemoryTitle, new Date(now.getTime() - recordAgainAfterMs))) return
    const detail = '实例的内存用尽，系统终止了其中占用内存的进程。请减少内存占用，或更换内存更大的规格。'
    await recordTimelineEvent(tx.db, id, { at: now, actor: 'system', title: outOfMemoryTitle, detail })
    await publishChange(tx, { user_id: row.user_id, resource: 'instances', id })
  })
}

/** Notes something that changes no status: who, when, what (product §4). */
export const recordTimelineEvent = (
  trx: Transaction<DB>,
  instanceId: string,
  event: Pick<NewInstanceEvent, 'at' | 'actor' | 'actor_id' | 'title' | 'detail'>,
) => timelineRepo(trx).addEvent({ instance_id: instanceId, kind: 'notice', ...event })

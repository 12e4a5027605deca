import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/domains/notify/notifications/stream-outbox.ts'
import { instancesRepo } from '#server/domains/rentals/instances/instances.repo.ts'
import { type NewInstanceEvent, timelineRepo } from '#server/domains/rentals/instances/timeline.repo.ts'
import { inTransaction } from '#server/tx.ts'

const outOfMemoryTitle = '内存不足'
/** One process may be killed many times; it is recorded at most once a minute. */
const recordAgainAfterMs = 60_000

/** Records that a process was killed for lack of memory. The instance may keep running, so the owner must learn the reason. */
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

type Notice = Pick<NewInstanceEvent, 'at' | 'actor' | 'actor_id' | 'title' | 'detail'>

/** Records an event without a status change: who, when, what (product §4). */
export const recordTimelineEvent = (trx: Transaction<DB>, instanceId: string, event: Notice) =>
  timelineRepo(trx).addEvent({ instance_id: instanceId, kind: 'notice', ...event })

/** The same for many instances. */
export const recordTimelineEvents = async (
  trx: Transaction<DB>,
  events: readonly (Notice & { instance_id: string })[],
): Promise<void> => timelineRepo(trx).addEvents(events.map((event) => ({ kind: 'notice', ...event })))

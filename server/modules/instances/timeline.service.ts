import type { Transaction } from 'kysely'
import type { DB } from '#server/db/types.ts'
import { type NewEvent, timelineRepo } from '#server/modules/instances/timeline.repo.ts'

/** Notes something that changes no status: who, when, what (product §4). */
export const noteOnTimeline = (
  trx: Transaction<DB>,
  instance_id: string,
  event: Pick<NewEvent, 'at' | 'actor' | 'actor_id' | 'title' | 'detail'>,
) => timelineRepo(trx).addEvent({ instance_id, kind: 'notice', ...event })

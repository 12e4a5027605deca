import { useQuery } from '@tanstack/react-query'
import type { QueueEntry } from '#contract/queue.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { ownQueue, queue_key, queue_live } from './queue-query.ts'

/** The own entries that wait, as they move up; undefined while nothing is known yet. */
export function useOwnQueue(): readonly QueueEntry[] | undefined {
  useLiveQueries(queue_key, queue_live)
  return useQuery(ownQueue()).data
}

import type { EndpointData } from '#contract/endpoint.ts'
import { operatorWaiting, type WaitingQueue, waitingCountMax } from '#contract/operator/waiting.ts'
import type { LiveResource } from '#contract/stream.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

type Row = EndpointData<(typeof operatorWaiting)['get']>[number]
/** By the name of the queue's resource; a queue that the role may not see is missing. */
export type WaitingCounts = ReadonlyMap<WaitingQueue, Pick<Row, 'count' | 'oldest_at'>>

const live: readonly LiveResource[] = ['back_office']
/** Users add to the queues, too; what they send without a notice to operators shows at the next poll. */
const pollMs = 30_000

/** What waits for this operator in each queue, kept up to date. */
export function useWaitingCounts() {
  const { data, ...read } = useEndpoint(operatorWaiting.get, {}, { every: pollMs, live })
  const counts: WaitingCounts | undefined = data && new Map(data.map(({ queue, ...row }) => [queue, row]))
  return { ...read, counts }
}

export const formatWaitingCount = (count: number): string => (count > waitingCountMax ? `${waitingCountMax}+` : String(count))

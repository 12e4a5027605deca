import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import { createCoalescer } from '#src/providers/live/coalesce.ts'
import { isNewsOf } from '#src/providers/live/is-news-of.ts'
import { liveStream } from '#src/session/live-stream.ts'

const refreshMs = 1000

/**
 * Refetches the queries under this key when the server reports a change of one of these resources, at most once per second;
 * with `id`, only for that row. For queries that Refine does not refetch. Key and resources must be stable.
 */
export function useLiveQueries(queryKey: QueryKey, resources: readonly LiveResource[], id?: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (resources.length === 0) return undefined
    const soon = createCoalescer(refreshMs)
    const isOfOther = (message: StreamMessage) =>
      id !== undefined && message.type === 'change' && message.id !== null && message.id !== id
    const concerns = (message: StreamMessage) => !isOfOther(message) && resources.some((resource) => isNewsOf(message, resource))
    return liveStream.subscribe((messages) => {
      if (messages.some(concerns)) soon('refresh', () => void client.invalidateQueries({ queryKey }))
    })
  }, [client, queryKey, resources, id])
}

import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LiveResource, StreamMessage } from '#contract/stream.ts'
import { createCoalescer } from '#src/providers/live/coalesce.ts'
import { liveStream } from '#src/session/live-stream.ts'

const refreshMs = 1000

/**
 * Fetches the queries under this key again when the server says that one of these resources changed, at most once a
 * second; with `id`, only when it was that row. For what Refine does not fetch. Key and resources must be stable.
 */
export function useLiveQueries(queryKey: QueryKey, resources: readonly LiveResource[], id?: string): void {
  const client = useQueryClient()
  useEffect(() => {
    if (resources.length === 0) return undefined
    const soon = createCoalescer(refreshMs)
    const concerns = (message: StreamMessage) =>
      message.type === 'reset' ||
      (message.type === 'change' &&
        resources.includes(message.resource) &&
        (id === undefined || message.id === null || message.id === id))
    return liveStream.subscribe((messages) => {
      if (messages.some(concerns)) soon('refresh', () => void client.invalidateQueries({ queryKey }))
    })
  }, [client, queryKey, resources, id])
}

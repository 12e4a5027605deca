import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { instances } from '#contract/instances.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { callEndpoint } from '#src/api/call.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'

const pageSize = 20
const live = ['instances'] as const

/** The timeline, newest first, page after page; it grows as things happen. */
export function useInstanceEvents(id: string) {
  const queryKey = useMemo(() => buildEndpointKey(instances.events, { params: { id } }), [id])
  useLiveQueries(queryKey, live, id)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(instances.events, { params: { id }, query: { page: pageParam, page_size: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
  })
}

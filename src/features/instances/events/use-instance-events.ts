import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { instances } from '#contract/instances.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'

const page_size = 20
const live = ['instances'] as const

/** The timeline, newest first, page after page; it grows as things happen. */
export function useEvents(id: string) {
  const queryKey = useMemo(() => endpointKey(instances.events, { params: { id } }), [id])
  useLiveQueries(queryKey, live, id)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(instances.events, { params: { id }, query: { page: pageParam, page_size } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * page_size < total ? pages.length + 1 : undefined),
  })
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { EndpointData } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { callEndpoint } from '#src/api/call.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'

export type MeteredSegment = EndpointData<typeof instances.segments>[number]

const pageSize = 20
const refreshMs = 30_000
const live = ['instances', 'wallet'] as const

export const segmentsKey = (id: string) => buildEndpointKey(instances.segments, { params: { id } })

/** Loads the metered segments, newest first; the current one grows. */
export function useSegments(id: string) {
  const queryKey = useMemo(() => segmentsKey(id), [id])
  useLiveQueries(queryKey, live)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(instances.segments, { params: { id }, query: { page: pageParam, page_size: pageSize } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    refetchInterval: refreshMs,
  })
}

/** Loads all segments, oldest first. */
export async function loadAllSegments(id: string): Promise<MeteredSegment[]> {
  const found = new Map<string, MeteredSegment>()
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: limits.pageSizeMax, order: 'asc' as const }
    const { data, total } = await callEndpoint(instances.segments, { params: { id }, query })
    for (const segment of data) found.set(segment.id, segment)
    if (page * limits.pageSizeMax >= total) return [...found.values()]
  }
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { instances } from '#contract/instances.ts'
import { limits } from '#contract/limits.ts'
import { useLiveQueries } from '#src/admin/use-live-queries.ts'
import { call } from '#src/api/call.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'

export type Segment = DataOf<typeof instances.segments>[number]

const page_size = 20
const refresh_ms = 30_000
const live = ['instances', 'wallet'] as const

export const segmentsKey = (id: string) => endpointKey(instances.segments, { params: { id } })

/** The metered runs, newest first; the present one grows. */
export function useSegments(id: string) {
  const queryKey = useMemo(() => segmentsKey(id), [id])
  useLiveQueries(queryKey, live)
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(instances.segments, { params: { id }, query: { page: pageParam, page_size } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * page_size < total ? pages.length + 1 : undefined),
    refetchInterval: refresh_ms,
  })
}

/** Every segment there is, oldest first. */
export async function allSegments(id: string): Promise<Segment[]> {
  const found = new Map<string, Segment>()
  for (let page = 1; ; page += 1) {
    const query = { page, page_size: limits.page_size_max, order: 'asc' as const }
    const { data, total } = await call(instances.segments, { params: { id }, query })
    for (const segment of data) found.set(segment.id, segment)
    if (page * limits.page_size_max >= total) return [...found.values()]
  }
}

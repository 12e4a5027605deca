import { queryOptions } from '@tanstack/react-query'
import { mountable } from './chosen.ts'

const fresh_ms = 60_000

/** The versions of a data set that can be mounted. */
export const mountableQuery = (data_set_id: string, mine: boolean) =>
  queryOptions({
    queryKey: ['mountable', data_set_id, mine] as const,
    queryFn: ({ signal }) => mountable(data_set_id, mine, signal),
    staleTime: fresh_ms,
  })

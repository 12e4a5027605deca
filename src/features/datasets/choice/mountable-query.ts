import { queryOptions } from '@tanstack/react-query'
import { data_sets } from '#contract/community.ts'
import { my_data_sets } from '#contract/my-datasets.ts'
import { endpointKey } from '#src/providers/data/endpoint-queries.ts'
import { mountable } from './chosen-dataset.ts'

const fresh_ms = 60_000

/** The versions of a data set that can be mounted. */
export const mountableQuery = (data_set_id: string, mine: boolean) =>
  queryOptions({
    queryKey: [...endpointKey(mine ? my_data_sets.get : data_sets.get, { params: { id: data_set_id } }), 'mountable'],
    queryFn: ({ signal }) => mountable(data_set_id, mine, signal),
    staleTime: fresh_ms,
  })

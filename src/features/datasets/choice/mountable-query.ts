import { queryOptions } from '@tanstack/react-query'
import { datasets } from '#contract/community.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { buildEndpointKey } from '#src/providers/data/endpoint-queries.ts'
import { loadMountableVersions } from './chosen-dataset.ts'

const freshMs = 60_000

/** Query for the mountable versions of a data set. */
export const buildMountableQuery = (dataSetId: string, mine: boolean) =>
  queryOptions({
    queryKey: [...buildEndpointKey(mine ? myDatasets.get : datasets.get, { params: { id: dataSetId } }), 'mountable'],
    queryFn: ({ signal }) => loadMountableVersions(dataSetId, mine, signal),
    staleTime: freshMs,
  })

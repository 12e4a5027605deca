import { useSearchParams } from 'react-router-dom'
import { isDatasetActionAllowed, type MyDatasetDetail, myDatasets } from '#contract/my-datasets.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { DatasetReleaseTask } from './release-task.ts'

/** A version that is no longer there to be handed in once more makes a further one. */
function toReleaseTask(set: MyDatasetDetail, versionId: string | null): DatasetReleaseTask {
  const version = set.versions.find(({ id }) => id === versionId)
  return version && isDatasetActionAllowed('submit', version.state) ? { kind: 'again', set, version } : { kind: 'version', set }
}

/** What the address asks for: `id` of a data set of one's own, and `version_id` of one to hand in again. */
export function useDatasetReleaseTask() {
  const [search] = useSearchParams()
  const id = search.get('id')
  const { data, error, refetch } = useEndpoint(
    myDatasets.get,
    { params: { id: id ?? '' } },
    { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }, // what is being typed must not be replaced
  )
  const task: DatasetReleaseTask | undefined =
    id === null ? { kind: 'new' } : data && toReleaseTask(data, search.get('version_id'))
  return { task, error, retry: () => void refetch() }
}

import { useSearchParams } from 'react-router-dom'
import { isVersionAllowed, type MyDataSetDetail, my_data_sets } from '#contract/my-datasets.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import type { ReleaseTask } from './release-task.ts'

/** A version that is no longer there to be handed in once more makes a further one. */
function taskOf(set: MyDataSetDetail, version_id: string | null): ReleaseTask {
  const version = set.versions.find(({ id }) => id === version_id)
  return version && isVersionAllowed('submit', version.state) ? { kind: 'again', set, version } : { kind: 'version', set }
}

/** What the address asks for: `id` of a data set of one's own, and `version_id` of one to hand in again. */
export function useReleaseTask() {
  const [search] = useSearchParams()
  const id = search.get('id')
  const { data, error, refetch } = useEndpoint(
    my_data_sets.get,
    { params: { id: id ?? '' } },
    { enabled: id !== null, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }, // what is being typed must not be replaced
  )
  const task: ReleaseTask | undefined = id === null ? { kind: 'new' } : data && taskOf(data, search.get('version_id'))
  return { task, error, retry: () => void refetch() }
}

import { z } from 'zod'
import { resultCodes } from '#contract/codes.ts'
import { datasets } from '#contract/community.ts'
import { InstanceDataset } from '#contract/instance-datasets.ts'
import { myDatasets } from '#contract/my-datasets.ts'
import { isApiError } from '#src/api/api-error.ts'
import { callEndpoint } from '#src/api/call.ts'

/** A version to be mounted, with the details shown to the user. */
export const ChosenDataset = InstanceDataset.pick({
  version_id: true,
  data_set_id: true,
  name: true,
  version: true,
  own: true,
  size_bytes: true,
  file_count: true,
  mount_path: true,
})
export type ChosenDataset = z.infer<typeof ChosenDataset>
export const ChosenDatasets = z.array(ChosenDataset)

async function loadPublishedVersions(dataSetId: string, signal?: AbortSignal): Promise<ChosenDataset[]> {
  const { data } = await callEndpoint(datasets.get, { params: { id: dataSetId } }, { signal })
  return data.versions.map((version) => ({ ...ChosenDataset.parse({ ...toChosenDataset(data, version), own: false }) }))
}

/** Loads the user's own versions; they need not be published, only complete. */
async function loadOwnVersions(dataSetId: string, signal?: AbortSignal): Promise<ChosenDataset[]> {
  const { data } = await callEndpoint(myDatasets.get, { params: { id: dataSetId } }, { signal })
  return data.versions
    .filter(({ has_files: hasFiles }) => hasFiles)
    .map((version) => ({ ...ChosenDataset.parse({ ...toChosenDataset(data, version), own: true }) }))
}

const toChosenDataset = (set: { id: string; name: string }, version: { id: string }) => ({
  ...version,
  version_id: version.id,
  data_set_id: set.id,
  name: set.name,
})

/** Loads the mountable versions of a data set, newest first; an empty list if there are none or the data set is gone. */
export async function loadMountableVersions(dataSetId: string, mine: boolean, signal?: AbortSignal): Promise<ChosenDataset[]> {
  try {
    return await (mine ? loadOwnVersions : loadPublishedVersions)(dataSetId, signal)
  } catch (error) {
    if (isApiError(error) && error.code === resultCodes.not_found.code) return []
    throw error
  }
}

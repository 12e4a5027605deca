import { z } from 'zod'
import { codes } from '#contract/codes.ts'
import { data_sets } from '#contract/community.ts'
import { InstanceDataSet } from '#contract/instance-datasets.ts'
import { my_data_sets } from '#contract/my-datasets.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'

/** A version that is to be mounted, with what a person wants to know of it. */
export const Chosen = InstanceDataSet.pick({
  version_id: true,
  data_set_id: true,
  name: true,
  version: true,
  own: true,
  size_bytes: true,
  file_count: true,
  mount_path: true,
})
export type Chosen = z.infer<typeof Chosen>
export const AllChosen = z.array(Chosen)

async function published(data_set_id: string, signal?: AbortSignal): Promise<Chosen[]> {
  const { data } = await call(data_sets.get, { params: { id: data_set_id } }, { signal })
  return data.versions.map((version) => ({ ...Chosen.parse({ ...of(data, version), own: false }) }))
}

/** Own versions need not be published, only whole. */
async function own(data_set_id: string, signal?: AbortSignal): Promise<Chosen[]> {
  const { data } = await call(my_data_sets.get, { params: { id: data_set_id } }, { signal })
  return data.versions
    .filter(({ has_files }) => has_files)
    .map((version) => ({ ...Chosen.parse({ ...of(data, version), own: true }) }))
}

const of = (set: { id: string; name: string }, version: { id: string }) => ({
  ...version,
  version_id: version.id,
  data_set_id: set.id,
  name: set.name,
})

/** What of a data set can be mounted, the newest first; nothing where there is none, or none any more. */
export async function mountable(data_set_id: string, mine: boolean, signal?: AbortSignal): Promise<Chosen[]> {
  try {
    return await (mine ? own : published)(data_set_id, signal)
  } catch (error) {
    if (isApiError(error) && error.code === codes.not_found.code) return []
    throw error
  }
}

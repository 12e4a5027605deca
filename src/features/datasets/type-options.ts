import { datasets } from '#contract/community.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Loads the data set types, by id. */
export const loadDatasetTypeOptions = async (): Promise<OptionLabels> =>
  Object.fromEntries((await callEndpoint(datasets.types)).data.map(({ id, name }) => [id, name]))

/** Loads the tags in use, each with its number of data sets. */
export const loadDatasetTagOptions = async (): Promise<OptionLabels> =>
  Object.fromEntries((await callEndpoint(datasets.tags)).data.map(({ name, count }) => [name, `${name}（${count}）`]))

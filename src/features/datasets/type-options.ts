import { datasets } from '#contract/community.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'

/** The types a data set may be of, by id. */
export const loadDatasetTypeOptions = async (): Promise<OptionLabels> =>
  Object.fromEntries((await callEndpoint(datasets.types)).data.map(({ id, name }) => [id, name]))

/** The tags in use, each with how many data sets carry it. */
export const loadDatasetTagOptions = async (): Promise<OptionLabels> =>
  Object.fromEntries((await callEndpoint(datasets.tags)).data.map(({ name, count }) => [name, `${name}（${count}）`]))

import { data_sets } from '#contract/community.ts'
import type { Options } from '#src/admin/row-types.ts'
import { call } from '#src/api/call.ts'

/** The types a data set may be of, by id. */
export const typeOptions = async (): Promise<Options> =>
  Object.fromEntries((await call(data_sets.types)).data.map(({ id, name }) => [id, name]))

/** The tags in use, each with how many data sets carry it. */
export const tagOptions = async (): Promise<Options> =>
  Object.fromEntries((await call(data_sets.tags)).data.map(({ name, count }) => [name, `${name}（${count}）`]))

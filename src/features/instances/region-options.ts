import { products } from '#contract/products.ts'
import type { OptionLabels } from '#src/admin/row-types.ts'
import { callEndpoint } from '#src/api/call.ts'

/** Loads the regions as options of a filter. */
export const loadRegionOptions = async (): Promise<OptionLabels> => {
  const { data } = await callEndpoint(products.regions)
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}
